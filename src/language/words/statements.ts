import { compileWords } from './phrases.js'

/** Words of statements, which want something recorded rather than answered. */

/** Statements about the asker. */
export const statementLeads = compileWords(
  "i | i'm | im | i am | i'll | i will | i've | i have | i'd like | i need | i want | i was | i take | i took | we | we're | we are | we'll | we will | we've | my | calling in | taking | feeling | book | book me | log | log me | record | add | register | request | requesting | mark | mark me | put me | set me | sign me | i won't | i wont | i can't | i cant | will be | will not be | won't be | wont be | gonna be | going to be | remind me | note that | fyi | heads up | just so you know | remember that | remind everyone | ill be | i'd | id like | i would | i would like | i had | i was thinking of taking | can i take | can i book | can i have | can i request | can i be | could i take | could i have | may i take | may i have | can we take | can we have | could we take | please note | note | note that i | just fyi | for your information | out of office notice | letting you know | just letting you know | unfortunately | mark us | my last day | thinking of taking",
)

/** Those that begin a statement only when more words follow. */
export const softLeads: ReadonlySet<string> = new Set(
  'my | taking | feeling | book | log | record | add | register | request | mark | note'.split(' | '),
)

/** Anywhere in the sentence: "tomorrow i'm off". */
export const speakingWords = compileWords(
  "i'm | im | i am | i'll | i will | i won't | i wont | i need | i have booked | i've booked | we're | we are | i will be | i'd like",
)

/** Requests to record something, perhaps for someone else. */
export const recordingWords: ReadonlySet<string> = new Set(
  'book | log | mark | put | set | sign | record | add | register | request | requesting | take | taking | need | want'.split(
    ' | ',
  ),
)

/** Verbs after the name in "ana is out", "ana will be away". */
export const statementVerbs = compileWords(
  "is | are | will be | 'll be | will | has | was | were | won't be | isn't | is not | will not be | is going to be | is going | is taking | takes | has booked | is on | has taken | took | wants | would like | needs | starts | begins | runs | runs from | starts on | will be on",
)

/** Other words around the name and the days. */
export const statementWords = compileWords(
  'am | is | are | was | were | had | down | down as | will | be | have | has | need | want | like | would | going | off | day | the day | take | took | a | taking | me | us | log | book | mark | put | set | as | sign | record | add | register | request | not | want to | need to | like to | have to | going to | to be | to take | to book | to have | to request | to log | to away | to out | that | thinking of taking | leave | holiday | vacation | pto | time off | starts | starts on | begins | runs | from home',
)

export const sicknessWords = compileWords(
  'sick | ill | unwell | not well | not feeling well | not feeling good | feeling ill | feeling unwell | sick day | sick leave | flu | a cold | migraine | fever',
)

export const holidayWords = compileWords('holiday | holidays | vacation | pto | annual leave | paid time off')
