import { embeddedSubject } from '../stores/embedded/subject.js'
import { describeFreshness } from './freshness.js'

describeFreshness(embeddedSubject, (folder) => ({ DATA_DIR: folder }))
