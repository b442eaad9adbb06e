import { compilePhrases, compileWords, splitPhrases } from './phrases.js'
import type { AskedFor, AskedKind, Quantity, State } from '../question.js'

/** The form of the question, which decides the first line of the answer. */
export type AskForm =
  /** Names the people. */
  | 'list'
  | 'count'
  /** "is anyone out", "is ana in" */
  | 'whether'
  /** "is everyone in" */
  | 'everyone'
  | 'still'
  | 'next'
  | 'how_long'
  | 'days'
  /** "is monday a working day", and "is the office closed on monday", to which yes says the opposite */
  | 'workday'
  | 'closed'

/** Which list is asked for, or who returns. */
export type Asks = 'out' | 'in' | 'back'

/** What is asked about people, or which days are bank holidays. */
export type AskTopic = Asks | 'holidays'

/** Added to an answer when the question asked for more than is known, or for what no list shows. */
export type Remark = 'only_out' | 'no_cover' | 'any_length' | 'read_as_in' | 'part_of_personal'

/** Words that introduce a question, and what they imply. */
export interface LeadTerm {
  /** Of how many of the people it asks. */
  readonly quantity?: Quantity
  readonly subject?: 'who' | 'any' | 'every'
  readonly form?: AskForm
  /** A name may follow: "is ana". */
  readonly verb?: true
  /** "who isn't" */
  readonly negated?: true
  readonly past?: true
  /** Introduces a question anywhere in the sentence: "next week who's out". */
  readonly strong?: true
  /** "who has", "is ana taking": only together with time off. */
  readonly owning?: true
  readonly asks?: Asks
  readonly state?: State
  readonly meets?: true
  readonly kind?: AskedKind
  /** Where it is not what the form says: "how many days is". */
  readonly asked?: AskedFor
}

/** A word for being present or absent. */
export interface StateTerm {
  readonly asks: Asks
  readonly remark?: Remark
  /** The kind of leave that the word names. */
  readonly kind?: AskedKind
  /** The word is also a preposition of dates and places. */
  readonly preposition?: true
  /** Unless it is what is asked: about the first day of a leave, or the last one before it. */
  readonly state?: State
  /** The word can also be an object: "friday off", "a holiday". */
  readonly noun?: true
  readonly past?: true
  /** A name may follow it: "who covers for tom". */
  readonly ofSomebody?: true
  /** Somebody's leave as such: "ana's holidays". */
  readonly isLeave?: true
  /** One of several days is enough for it. */
  readonly meets?: true
  /** Where it is not what the form says: "last in". */
  readonly asked?: AskedFor
}

export type PhraseRows<T> = readonly (readonly [phrases: string, term: T])[]

/** Polite phrases around a question, without a meaning of their own. */
export const politeBefore = compileWords(
  "{i,sorry i,no i} meant | what was | both | and | sry | sry but | sorry but | anyone know | anybody know | anyone know when | is it true that | is it right that | is it correct that | can you confirm that | can you confirm | please confirm that | please | pls | plz | could someone | can someone | would someone | could somebody | can somebody | could anyone | can anyone | could you all | tell me about | umm | um | hmm | hm | uh | uhm | er | erm | yo | quick q | psst | dear all | dear team | hey all | hey team | hi everyone | hello everyone | hi folks | hey folks | morning | good afternoon | happy monday | happy friday | help me find | help me find out | question | hey | hi | hello | hiya | hey there | hi there | hello there | hi all | hi team | good morning | good afternoon | ok | okay | so | um | well | excuse me | sorry | sorry to ask | quick question | quick one | can you tell me | could you tell me | would you tell me | can you please tell me | could you please tell me | would you please tell me | can u tell me | can you | could you | would you | can you please | could you please | would you please | can u | please tell me | can you show me | could you show me | can you check | could you check | please show me | show me | tell me | give me | get me | show | list | display | find | find out | find me | check | please check | let me know | please let me know | do you know | do we know | does anyone know | does anybody know | do you happen to know | i want to know | i'd like to know | id like to know | i would like to know | i need to know | i want to see | i'd like to see | i would like to see | i need to see | i wonder | i am wondering | i'm wondering | i was wondering | just wondering | wondering | any idea | any ideas | anyone knows | can i see | can i get | can i know | could i see | may i know | may i ask | just | just checking | curious | what about | how about | whosout | / whosout | if | whether | see | look up | check if | quickly | actually | say",
)

export const politeAfter = compileWords(
  "this time | too | as well | is that right | is that correct | isn't it | innit | yeah | please and thank you | thank you so much | thanks so much | thanks in advance everyone | much appreciated | thanks all | thanks everyone | thanks team | cheers mate | kind regards | asap | pretty please | please | pls | plz | thanks | thank you | thx | ty | cheers | thanks a lot | many thanks | thank you very much | thanks in advance | by any chance | again | at all | exactly | do you know | right | correct | if possible | if you can | if you know | guys | folks | mate | everyone know | already | yet | actually | then | ok | okay | pretty please",
)

export const greetings = compileWords(
  "thank you so much | thanks so much | thank you very much | how are you | how are you doing | how are you today | how's it going | whats up | what's up | sup | good night | great thanks | perfect thanks | ok thanks | okay thanks | thanks everyone | thanks all | hi everyone | hello everyone | hey all | hi team | hello team | hi | hello | hey | hiya | yo | hi there | hello there | hey there | good morning | good afternoon | good evening | morning all | hi all | hello all | thanks | thank you | thx | ty | cheers | thanks a lot | many thanks | hi whosout | hi bot | hello bot | hey bot | hello whosout | hey whosout | bye | goodbye",
)

/** May stand between a subject and its state. */
export const inner = compileWords(
  'fully | already | be | been | being | going to be | gonna be | going | planning to be | planning | supposed to be | scheduled to be | expected to be | due to be | due | coming | also | actually | really | all | both | is | are | am | will be | will | am | going on | people | likely to be | probably | getting | to be | have to be | be going | expected | scheduled | else | is going to be | are going to be | will all be | there | able to be | was | were | has been | would be | it that is',
)

export const innerOwning = compileWords(
  'has | have | having | taking | take | takes | taken | booked | got | get | gets | a | an | any | the | had | took | planned | booking | planning | going on | their | his | her',
)

export const stillWords = compileWords('still | still be | be still | is still | are still')

export const negations = compileWords("not | isn't | aren't | won't be | isnt | arent | n't")

/** Says that one of the days is enough, which is what a question means anyway. */
export const anyTime = compileWords('at all | at any {point,time,stage} | at some {point,stage}')
/** The same behind a state: "out any day next week". */
export const anyDay = compileWords('{,on }any {day,days}')

/** Leave that somebody has in front of them. */
const plannedAny = '{leave,time off,days off,pto} {planned,booked,coming up}'
const plannedSick = '{sick days,sick leave} {planned,booked}'

export const states: PhraseRows<StateTerm> = [
  ['in | around | about', { asks: 'in', preposition: true }],
  [
    'in the office | in office | at the office | in our office | working | available | free | here | present | at work | in work | on site | onsite | on-site | in the building | in person | on hand | reachable | attending | in attendance | there | at their desk | online | in attendance | free to work | work | works | showing up | no leave booked | no leave | no time off booked | no time off | no holiday booked | no holiday | no days off | never off | never out | never away | complete | fully staffed | at full strength | not out | not off | not away | not absent | not on leave | not on pto',
    { asks: 'in' },
  ],
  [
    '{i can,i could,we can,we could,can i,can we,could i,could we} {ask,ping,call,reach,contact,message,talk to,speak to}',
    { asks: 'in' },
  ],
  ['meet | meet up | get together | have a meeting', { asks: 'in', meets: true }],
  [
    'out | off | away | absent | gone | ooo | out of office | out of the office | o.o.o | oof | missing | out of town | not in | not working | not around | not available | not here | not present | not at work | not in the office | not in office | unavailable | off work | off duty | out of work | out or away | not there | not about | away from work | on break | off the clock | absence | absences | time off | the day off | a day off | days off | day off | offline | not online',
    { asks: 'out', noun: true },
  ],
  [
    'on pto | on leave | on a leave | on paid leave | on time off | on a day off | on paid time off | on a trip | on a break | out on leave | out on pto | off on leave | away on leave',
    { asks: 'out' },
  ],
  ['on long-term leave | on long term leave', { asks: 'out', remark: 'any_length' }],
  [
    'on vacation | on holiday | on holidays | on a holiday | on annual leave | on a vacation | on vac | on their holidays | on hols | vacationing | holidaying | out on vacation | off on holiday | off on vacation | out on holiday | away on holiday | away on vacation | on holiday leave',
    { asks: 'out', kind: 'holiday' },
  ],
  [
    'poorly | under the weather | call in sick | called in sick | calling in sick | on sick leave | on medical leave | on sick | off sick | out sick | sick | ill | off ill | not well | unwell | on a sick day | on a sick leave',
    { asks: 'out', kind: 'sick' },
  ],
  ['on personal leave | on unpaid leave | on toil', { asks: 'out', kind: 'personal' }],
  [
    'on parental leave | on maternity leave | on paternity leave | on family leave | on sabbatical | on compassionate leave | on jury duty | on bereavement leave | on study leave | on parental | on mat leave | on pat leave',
    { asks: 'out', kind: 'personal', remark: 'part_of_personal' },
  ],
  ['on bank holiday | on a bank holiday', { asks: 'out', kind: 'bank_holiday' }],
  [
    `pto | leave | leaves | paid leave | paid time off | ${plannedAny}`,
    { asks: 'out', noun: true, isLeave: true },
  ],
  [
    'vacation | vacations | holiday | holidays | annual leave | vacation days | holiday leave | hols | annual leaves',
    { asks: 'out', noun: true, kind: 'holiday', isLeave: true },
  ],
  [
    `sick leave | ${plannedSick} | sick days | sick day | sick people | medical leave | sickness`,
    { asks: 'out', noun: true, kind: 'sick', isLeave: true },
  ],
  ['personal leave | unpaid leave', { asks: 'out', noun: true, kind: 'personal', isLeave: true }],
  [
    'parental leave | maternity leave | paternity leave',
    { asks: 'out', noun: true, kind: 'personal', remark: 'part_of_personal', isLeave: true },
  ],
  ['bank holiday | bank holidays', { asks: 'out', noun: true, kind: 'bank_holiday' }],
  [
    'wfh | working from home | work from home | works from home | from home | at home | home office | working remotely | remote | working remote | on call | on-call | oncall | on duty | on support | on shift | on rotation | on the rota | travelling | traveling | on a business trip | on business travel | in a meeting | in meetings | at a conference | at lunch | on lunch',
    { asks: 'out', remark: 'only_out' },
  ],
  [
    'covers for | covering for | cover for | covers | covering | cover | standing in for | stands in for | stand in for | filling in for | fills in for | replacing | replaces | replacing for | the backup for | backup for | the backup of | backup of | backing up | substitutes for | substituting for | substituting',
    { asks: 'in', remark: 'no_cover', ofSomebody: true },
  ],
  [
    '{,coming ,comes ,come ,get ,gets ,getting ,be }back | back {at,to} work | back again | back working | {,coming ,come ,comes ,get ,gets ,getting ,be }back from {,his ,her ,their ,my ,a ,the }{leave,holiday,holidays,hols,vacation,break,pto,sick leave,annual leave,parental leave,maternity leave,paternity leave,time off} | {,coming }back from {being out,being off,being sick} | back {in,at} {the office,office} | {return,returns,returning}{, to work, to the office} | {return,returns,returning} from {leave,holiday,vacation} | coming in again | {start,starts} again | {in,in the office,available,around,here,working,at work,online} again',
    { asks: 'back' },
  ],
  [
    'go on leave | leave starts | leave begins | time off starts | starts leave | starts their leave | starting leave | starting their leave | starts time off | going on leave | goes on leave | going on pto | goes on pto | going on holiday leave',
    { asks: 'out', state: 'starting' },
  ],
  [
    'go on holiday | go on vacation | goes on holiday | goes on vacation | going on holiday | going on vacation | holiday starts | holiday begins | vacation starts | vacation begins | starts their holiday | starts holiday | starts vacation | starts their vacation | starting holiday | starting vacation',
    { asks: 'out', kind: 'holiday', state: 'starting' },
  ],
  ['leaving | leaving for holiday | leaving for vacation', { asks: 'out', state: 'leaving' }],
  ['last out | last off | last away | last on leave', { asks: 'out', past: true }],
  ['last on holiday | last on vacation', { asks: 'out', past: true, kind: 'holiday' }],
  ['last sick | last off sick', { asks: 'out', past: true, kind: 'sick' }],
  ['returned | came back | got back', { asks: 'back', past: true }],
  ['last {take,took} {time off,a day off,leave,pto}', { asks: 'out', past: true }],
  ['last {take,took} {holiday,a holiday,vacation,a vacation}', { asks: 'out', past: true, kind: 'holiday' }],
  ['last {in,here,around,worked,available,in the office,at work}', { asks: 'in', past: true, asked: 'ends' }],
  ['worked', { asks: 'in', past: true }],
]

/** Nouns for time off that may follow "next": "ana's next holiday". */
export const nextLeave: PhraseRows<AskedKind | null> = [
  [
    'first {day,days} {off,out,away,of leave,on leave} | next leave | next time off | next day off | next days off | next absence | next pto | next break | upcoming leave | upcoming absences | upcoming time off | upcoming absence | planned leave | planned absences',
    null,
  ],
  [
    'next holiday | next holidays | next vacation | upcoming holiday | upcoming holidays | upcoming vacation | planned holidays',
    'holiday',
  ],
]

/** "does ana have any leave planned". */
export const plannedLeave = compilePhrases<AskedKind | null>([
  [plannedAny, null],
  ['{holiday,holidays,vacation} {planned,booked,coming up}', 'holiday'],
  [plannedSick, 'sick'],
])

/** The last one: "when was ana's last holiday". */
export const lastLeave = compilePhrases<AskedKind | null>([
  ['last leave | last time off | last absence | last pto', null],
  ['last holiday | last holidays | last vacation', 'holiday'],
])

/** Its last day: "ana's last day off". */
export const lastDays = compilePhrases<AskedKind | null>([
  ['last day {off,out,away,of leave,of time off,of pto,on leave}', null],
  ['last {day of,day on,holiday,vacation} {holiday,holidays,vacation,day}', 'holiday'],
  ['{last sick day,last day sick,last day of sick leave}', 'sick'],
])

/** Subjects that stand for people, and of how many of them something is asked. */
export const subjects = compilePhrases<Quantity>([
  [
    'we | us | everyone | everybody | everyone else | all | all of | all of us | all people | the whole team | the entire team | the whole company',
    'all',
  ],
  ['anyone | anybody | someone | somebody | any of us | at least one person', 'any'],
  ['nobody | no one | noone | none | none of us', 'none'],
])

/** The first day of a leave, and its last, asked for after "when". */
export const edgeNouns = compilePhrases<AskedKind | null>([
  ['leave | time off | pto | absence', null],
  ['holiday | holidays | vacation | annual leave', 'holiday'],
  ['sick leave', 'sick'],
  ['parental leave | maternity leave | paternity leave', 'personal'],
])
/** "the last day of ana's leave". */
export const daysOfLeave = compilePhrases<'starts' | 'ends'>([
  ['{first day,the first day} of', 'starts'],
  ['{last day,the last day} of', 'ends'],
])
/** Before somebody's leave: "what's ana's next holiday". */
export const whatLeads = compileWords("{what,when} {is,was} | what's | whats | when's | whens")
export const edgeVerbs = compilePhrases<'starts' | 'ends'>([
  ['start | starts | begin | begins | started | began', 'starts'],
  ['end | ends | over | finish | finishes | ended', 'ends'],
])

/** Both lists at once. */
export const bothStates = compileWords(
  'in or out | out or in | in and out | in or off | in or away | here or not | in or not | out or not | off or not | in & out | in/out | in / out',
)

/** Words that are not a question on their own. */
export const commands = splitPhrases(
  '{,help ,set ,setup ,set up }digest | digest{s, help, on, off, status, settings} | {,list ,all ,help }commands | command list | settings | {,api }keys | api key | import | export | sources | {,list }members | members list | admin | login | doctor | links | calendar',
)

/** Words about the morning digest, anywhere in the sentence. */
export const digestWords = compileWords(
  'digest | digests | subscribe | unsubscribe | subscription | daily summary | morning summary | morning post | daily post | daily update',
)

/** Asks for the list of teams. */
export const teamLists = compileWords(
  'teams | list teams | list the teams | list all teams | show teams | show all teams | show me the teams | show me all teams | which teams are there | what teams are there | which teams | what teams | which teams do we have | what teams do we have | team list | list of teams | which teams exist | what teams exist | what are the teams | the teams',
)

/** Asks about remaining leave, which whosout does not know. */
export const allowances = compileWords(
  'days left | leave left | holiday left | holidays left | vacation left | vacation days left | pto left | leave balance | holiday balance | pto balance | vacation balance | leave allowance | holiday allowance | remaining holiday | remaining leave | remaining vacation days | do i have left | days remaining',
)

/** Excludes somebody, or days. */
export const exceptions = compileWords(
  'except for | bar | sans | barring | leaving aside | setting aside | if {you,we} {ignore,leave out,exclude} | non | non - | excludes | not from | not part of | who is not from | who are not from | except | minus | not including | not counting | leaving out | ignoring | excluding | excl | but not | but not in | but not from | and not in | and not from | apart from | aside from | besides | save for | other than | outside | outside of | without | w/o | but',
)
/** Exceptions behind a word for everybody or a state: "everyone not in design". */
export const exceptionsOfAll = compileWords(
  "expect | butt | not in | {who,that} {is,are} not {in,from} | {who,that} {isn't,aren't,isnt,arent} {in,from} | {who's,whos,that's} not {in,from} | {isn't,aren't} in",
)
export const everyones = compileWords(
  'everyone | everybody | anyone | anybody | all people | people | those | all of us | all',
)
/** Before a team that is left out: "except those in design". */
export const thoseIn = compileWords(
  'in | from | those in | those from | people in | people from | anyone in | anyone from | everyone in | everyone from | anybody in | the people in | for',
)
