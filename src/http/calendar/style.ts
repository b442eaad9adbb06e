import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { serveContent } from '../reply/content.js'
import type { Handler } from '../reply/reply.js'

/** Not compiled: built code reads the file in the source tree. */
const beside = new URL('./calendar.css', import.meta.url)
const aboveBuild = new URL('../../../../src/http/calendar/calendar.css', import.meta.url)
const file = existsSync(beside) ? beside : aboveBuild

/** The style sheet of the calendar page. */
export const calendarStyle = (): Handler => serveContent('text/css; charset=utf-8', () => readFile(file))
