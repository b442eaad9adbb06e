import { embeddedSubject } from '../stores/embedded/subject.js'
import { describeImportSize } from './import-size.js'

describeImportSize(embeddedSubject, (folder) => ({ DATA_DIR: folder }))
