import { embeddedSubject } from '../stores/embedded/subject.js'
import { describeImportSize } from './import-size.js'

describeImportSize(embeddedSubject, 50_000, (folder) => ({ DATA_DIR: folder }))
