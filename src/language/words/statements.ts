import { compileWords, openPhrases } from './phrases.js'

const inStatements = openPhrases('statements')

/** Words of statements, which want something recorded rather than answered. */

/** Statements about the asker. */
export const statementLeads = compileWords(inStatements('about the asker'))

/** Those that begin a statement only when more words follow. */
export const softLeads: ReadonlySet<string> = new Set(
  'my | taking | feeling | book | log | record | add | register | request | mark | note'.split(' | '),
)

/** Anywhere in the sentence: "tomorrow i'm off". */
export const speakingWords = compileWords(inStatements('about the asker, anywhere'))

/** Requests to record something, perhaps for someone else. */
export const recordingWords: ReadonlySet<string> = new Set(inStatements('recording').split(' | '))

/** Verbs after the name in "ana is out", "ana will be away". */
export const statementVerbs = compileWords(inStatements('verbs'))

/** Other words around the name and the days. */
export const statementWords = compileWords(inStatements('beside names and days'))

export const sicknessWords = compileWords(inStatements('sickness'))

export const holidayWords = compileWords('holiday | holidays | vacation | pto | annual leave | paid time off')
