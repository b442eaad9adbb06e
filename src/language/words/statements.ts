import { compileWords, openPhrases, splitPhrases } from './phrases.js'

/** Words of statements, which want something recorded rather than answered. */

const inStatements = openPhrases('statements')

export const statementLeads = compileWords(inStatements('about the asker'))
/** Those that begin a statement only when more words follow. */
export const softLeads = new Set(splitPhrases(inStatements('about the asker, before more words')))
/** "tomorrow i'm off" */
export const speakingWords = compileWords(inStatements('about the asker, anywhere'))
/** Requests to record something, perhaps for someone else. */
export const recordingWords = new Set(splitPhrases(inStatements('recording')))
/** Verbs after the name in "ana is out", "ana will be away". */
export const statementVerbs = compileWords(inStatements('verbs'))
export const statementWords = compileWords(inStatements('beside names and days'))
export const sicknessWords = compileWords(inStatements('sickness'))
export const holidayWords = compileWords(inStatements('holiday'))
