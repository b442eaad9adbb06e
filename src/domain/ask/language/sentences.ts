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
  /** "is monday a working day" */
  | 'workday'

/** Which list is asked for, or who returns. */
export type Asks = 'out' | 'in' | 'back'

/** What is asked about people, or which days are bank holidays. */
export type AskTopic = Asks | 'holidays'

/** Added to an answer when the question asked for more than is known. */
export type Remark = 'any_reason' | 'only_out'

/** Words that introduce a question, and what they imply. */
export interface LeadTerm {
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
}

/** A word for being present or absent. */
export interface StateTerm {
  readonly asks: Asks
  readonly remark?: Remark
  /** The word is also a preposition of dates and places. */
  readonly preposition?: true
  /** The word can also be an object: "friday off", "a holiday". */
  readonly noun?: true
  readonly past?: true
  /** A name may follow it: "who covers for tom". */
  readonly ofSomebody?: true
}

type PhraseRows<T> = readonly (readonly [phrases: string, term: T])[]

/** Polite phrases around a question, without a meaning of their own. */
export const politeBefore =
  "both | please | pls | plz | could someone | can someone | would someone | could somebody | can somebody | could anyone | can anyone | could you all | tell me about | umm | um | hmm | hm | uh | uhm | er | erm | yo | quick q | psst | dear all | dear team | hey all | hey team | hi everyone | hello everyone | hi folks | hey folks | morning | good afternoon | happy monday | happy friday | help me find | help me find out | question | hey | hi | hello | hiya | hey there | hi there | hello there | hi all | hi team | good morning | good afternoon | ok | okay | so | um | well | excuse me | sorry | sorry to ask | quick question | quick one | can you tell me | could you tell me | would you tell me | can you please tell me | could you please tell me | would you please tell me | can u tell me | can you | could you | would you | can you please | could you please | would you please | can u | please tell me | can you show me | could you show me | can you check | could you check | please show me | show me | tell me | give me | get me | show | list | display | find | find out | find me | check | please check | let me know | please let me know | do you know | do we know | does anyone know | does anybody know | do you happen to know | i want to know | i'd like to know | id like to know | i would like to know | i need to know | i want to see | i'd like to see | i would like to see | i need to see | i wonder | i am wondering | i'm wondering | i was wondering | just wondering | wondering | any idea | any ideas | anyone knows | can i see | can i get | can i know | could i see | may i know | may i ask | just | just checking | curious | what about | how about | whosout | / whosout | if | whether | see | look up | check if | quickly | actually | say"

export const politeAfter =
  'please and thank you | thank you so much | thanks so much | thanks in advance everyone | much appreciated | thanks all | thanks everyone | thanks team | cheers mate | kind regards | asap | pretty please | please | pls | plz | thanks | thank you | thx | ty | cheers | thanks a lot | many thanks | thank you very much | thanks in advance | by any chance | again | at all | exactly | do you know | if possible | if you can | if you know | guys | folks | mate | everyone know | already | yet | actually | then | ok | okay | pretty please'

export const greetings =
  "thank you so much | thanks so much | thank you very much | how are you | how are you doing | how are you today | how's it going | whats up | what's up | sup | good night | great thanks | perfect thanks | ok thanks | okay thanks | thanks everyone | thanks all | hi everyone | hello everyone | hey all | hi team | hello team | hi | hello | hey | hiya | yo | hi there | hello there | hey there | good morning | good afternoon | good evening | morning all | hi all | hello all | thanks | thank you | thx | ty | cheers | thanks a lot | many thanks | hi whosout | hi bot | hello bot | hey bot | hello whosout | hey whosout | bye | goodbye"

export const leads: PhraseRows<LeadTerm> = [
  [
    "who | who's | whos | whose | who is | who are | who're | who will | who'll | who would | who may be | who might be | who else | who else is | who all | who all is | who all are | who exactly is | who is all | which people | which people are | what people are | what people | which colleagues are | which members are | which of us | which of us are | who of us is | who in the team is | people who are | everyone who is | everybody who is | everyone who's | all who are | anyone who is | anyone who's | those who are | list of people | the list of people | a list of people | list of who is | list of who's | list of everyone | the names of people | the people | which team members are | what team members are | which employees are | who does | who do | who gets | who goes | who of | who is it that is | who on earth is | who's all | ppl | all people | all the people | all members | names of people | who's going to be | who is going to be | who's gonna be | who is scheduled to be | who is planned to be | who is expected to be | who's due | who is due | who plans to be | who wants to be",
    { subject: 'who', strong: true },
  ],
  [
    "who has | who's got | who's taking | who is taking | who takes | who has booked | who booked | who's booked | who has got | who's having | who is having | who has taken | who gets to be | who goes on | who's going on | who is going on | who went on | who have | who will have | who will be taking | who's on their | who is on their",
    { subject: 'who', strong: true, owning: true },
  ],
  [
    "who was | who were | who has been | who's been | who have been | who had been | who all was | who else was | which people were | people who were | everyone who was | who'd been",
    { subject: 'who', strong: true, past: true },
  ],
  [
    "who do we have | who have we got | who can i reach | who can we reach | who can i ask | who can i talk to | who can i call | who can i contact | who can i speak to | who can i meet | who is left | who's left | who can help | who can help me",
    { subject: 'who', strong: true, asks: 'in' },
  ],
  ['who had | who did | who took', { subject: 'who', strong: true, past: true, owning: true }],
  [
    "who isn't | who is not | who's not | whos not | who aren't | who are not | who won't be | who will not be | who'll not be | who won't | who isnt | who arent | who wont be | who doesn't | who does not | who can't be | who hasn't | who has not | who hasnt | who haven't | who hasn't been",
    { subject: 'who', strong: true, negated: true },
  ],
  [
    "who wasn't | who was not | who weren't | who wasnt",
    { subject: 'who', strong: true, negated: true, past: true },
  ],
  [
    'is anyone | is anybody | is someone | is somebody | are any people | is there anyone | is there anybody | is there someone | are there any people | is any one | will anyone be | will anybody be | will anyone | will there be anyone | does anyone have | does anybody have | does anyone | does anybody | do we have anyone | do we have anybody | do we have people | is anyone else | will someone be | are any of us | is any of us | are there people | do any people have | has anyone booked | has anyone | has anybody | is anyone going to be | will anybody | is there any one',
    { subject: 'any', strong: true, form: 'whether', owning: true },
  ],
  [
    'was anyone | was anybody | was someone | were any people | was there anyone | had anyone | did anyone | did anybody | did someone | has anyone been | has anybody been',
    { subject: 'any', strong: true, form: 'whether', past: true, owning: true },
  ],
  [
    'anyone | anybody | any one | someone | somebody | nobody | no one | noone',
    { subject: 'any', form: 'whether' },
  ],
  [
    'is everyone | is everybody | are all | are we all | are all of us | is the whole team | are all people | is all the team | is everyone else | will everyone be | will everybody be | will everyone | will we all be | is the team all | is every one | are everyone | does everyone | is all of',
    { subject: 'every', strong: true, form: 'everyone' },
  ],
  [
    'was everyone | was everybody | were all | were we all',
    { subject: 'every', strong: true, form: 'everyone', past: true },
  ],
  [
    'everyone | everybody | all | all of | all teams | all of us | the whole team | whole team | everyone who | all people in',
    { subject: 'who' },
  ],
  ['is nobody | is no one | is noone', { subject: 'any', strong: true, form: 'whether' }],
  [
    'how many people are | how many are | how many people | how many | how many of us are | how many folks are | how many colleagues are | how many will be | how many people will be | how many members are | how many people is | how many is | how many of us | how many have | how many people have | number of people | the number of people | what number of people are | how many employees are | how many team members are | how many folks | count of people | how many people do we have | how many do we have | how many colleagues | how many members',
    { subject: 'who', strong: true, form: 'count' },
  ],
  [
    'how many people were | how many were | how many of us were',
    { subject: 'who', strong: true, form: 'count', past: true },
  ],
  [
    'which days am | what days am | on which days am | which days is | what days is | which days are | what days are | on which days is | on what days is | which days will | what days will | which days does | what days does | which day is | what day is | which days | what days | how many days is | how many days will | how many days are | on which days will | what dates is | which dates is | which weeks is | on which days are | how many days does | which days do',
    { strong: true, verb: true, form: 'days' },
  ],
  [
    'how many days off does | how many days off has | how many days off do | how many days off is | how many days off will | which days off does | how many days of leave does',
    { strong: true, verb: true, form: 'days', owning: true },
  ],
  [
    'which days was | what days was | how many days was | on which days was',
    { strong: true, verb: true, form: 'days', past: true },
  ],
  [
    "when am | when is | when's | whens | when will | when are | when does | when do | when | when can we expect | when is it that | what day is it that | when'll",
    { strong: true, verb: true, form: 'next' },
  ],
  ['when was | when did | when were', { strong: true, verb: true, form: 'next', past: true }],
  [
    'first day back for | first day back of | the first day back for | return date for | return date of | the return date of',
    { verb: true, form: 'next', asks: 'back' },
  ],
  [
    'next time | the next time | when is the next time | when will be the next time | next date | the next time that | next day | when is the next day | the next day',
    { verb: true, form: 'next' },
  ],
  [
    'how long am | until when am | how long is | how long will | how long are | how long has | how long will it be until | how long until | how long till | how long does | how long do | until when is | till when is | until when will | until when | for how long is | for how long will | how much longer is | how many more days is | since when is | how long before',
    { strong: true, verb: true, form: 'how_long' },
  ],
  ['how long was', { strong: true, verb: true, form: 'how_long', past: true }],
  ["where is | where's | wheres | where are | where will", { strong: true, verb: true }],
  ['where was | where were', { strong: true, verb: true, past: true }],
  [
    "is | are | am | will | does | do | isn't | aren't | isnt | arent | won't | doesn't | don't | is the | are the",
    { verb: true, form: 'whether' },
  ],
  ['has | have', { verb: true, form: 'whether', owning: true }],
  [
    "was | were | did | had | wasn't | weren't | wasnt | werent | didn't",
    { verb: true, form: 'whether', past: true },
  ],
]

/** May stand between a subject and its state. */
export const inner =
  'be | been | being | going to be | gonna be | going | planning to be | planning | supposed to be | scheduled to be | expected to be | due to be | due | coming | also | actually | really | all | both | is | are | am | will be | will | am | going on | people | likely to be | probably | getting | to be | have to be | be going | expected | scheduled | else | is going to be | are going to be | will all be | there | able to be | was | were | has been | would be | it that is'

export const innerOwning =
  'has | have | having | taking | take | takes | taken | booked | got | get | gets | a | an | any | the | had | took | planned | booking | planning | off on | going on | their | his | her'

export const stillWords = 'still | still be | be still | is still | are still'

export const negations = "not | isn't | aren't | won't be | isnt | arent | n't"

export const states: PhraseRows<StateTerm> = [
  ['in | around', { asks: 'in', preposition: true }],
  [
    'in the office | in office | at the office | in our office | working | available | free | here | present | at work | in work | on site | onsite | on-site | in the building | in person | on hand | reachable | attending | in attendance | there | at their desk | online | in attendance | free to work | work | works | showing up | not out | not off | not away | not absent | not on leave | not on holiday | not on vacation | not sick | not on pto',
    { asks: 'in' },
  ],
  [
    'out | off | away | absent | gone | ooo | out of office | out of the office | o.o.o | oof | missing | out of town | not in | not working | not around | not available | not here | not present | not at work | not in the office | not in office | unavailable | off work | off duty | out of work | out or away | not there | not about | away from work | on break | off the clock | absence | absences | time off | the day off | a day off | days off | day off | offline | not online',
    { asks: 'out', noun: true },
  ],
  [
    'on vacation | on holiday | on holidays | on a holiday | on pto | on leave | on annual leave | on sick leave | on parental leave | on maternity leave | on paternity leave | on medical leave | on family leave | on a vacation | on vac | on personal leave | on a leave | on unpaid leave | on bank holiday | on a bank holiday | on paid leave | on sabbatical | on compassionate leave | on their holidays | on hols | on time off | on a day off | on sick | on paid time off | on a trip | on toil | on a break | off sick | out sick | sick | ill | off ill | vacationing | holidaying | on jury duty | on bereavement leave | out on vacation | out on leave | out on pto | off on holiday | off on vacation | off on leave | out on holiday | away on holiday | away on vacation | away on leave | not well | unwell | on long-term leave | on study leave | on parental | on mat leave | on pat leave | on a sick day | on a sick leave | on holiday leave',
    { asks: 'out', remark: 'any_reason' },
  ],
  [
    'vacation | vacations | holiday | holidays | pto | leave | leaves | annual leave | sick leave | parental leave | maternity leave | paternity leave | vacation days | holiday leave | paid leave | paid time off | sick days | sick day | sick people | bank holiday | bank holidays | hols | personal leave | medical leave | annual leaves | unpaid leave | sickness',
    { asks: 'out', remark: 'any_reason', noun: true },
  ],
  [
    'wfh | working from home | work from home | works from home | from home | at home | home office | working remotely | remote | working remote | on call | on-call | oncall | on duty | on support | on shift | on rotation | on the rota | travelling | traveling | on a business trip | on business travel | in a meeting | in meetings | at a conference | at lunch | on lunch',
    { asks: 'out', remark: 'only_out' },
  ],
  [
    'covers for | covering for | cover for | covers | covering | cover | standing in for | stands in for | stand in for | filling in for | fills in for | replacing | replaces | replacing for | the backup for | backup for | the backup of | backup of | backing up | substitutes for | substituting for | substituting',
    { asks: 'out', remark: 'only_out', ofSomebody: true },
  ],
  [
    'back | back at work | back to work | back from leave | back from holiday | back from vacation | back from holidays | back from pto | back from sick leave | back from annual leave | back from his holiday | back from her holiday | back from their holiday | back in the office | back in office | back at the office | returns | return | returning | coming back | come back | comes back | get back | gets back | getting back | be back | back again | back working | returns to work | return to work | returning to work | returns to the office | returns from leave | returning from leave | returns from holiday | returning from holiday | returns from vacation | returning from vacation | coming back from leave | coming back from holiday | coming back from vacation | coming in again | back from being out | back from parental leave | back from maternity leave | start again | starts again | back from time off',
    { asks: 'back' },
  ],
  ['returned | came back | got back', { asks: 'back', past: true }],
  ['worked', { asks: 'in', past: true }],
]

/** Nouns for time off that may follow "next": "ana's next holiday". */
export const nextLeave =
  'next holiday | next holidays | next vacation | next leave | next time off | next day off | next days off | next absence | next pto | upcoming leave | upcoming holiday | upcoming holidays | upcoming vacation | upcoming absences | upcoming time off | upcoming absence | next break | planned leave | planned absences | planned holidays'

/** Both lists at once. */
export const bothStates =
  'in or out | out or in | in and out | in or off | in or away | here or not | in or not | out or not | off or not | in & out | in/out | in / out'

/** Words that are not a question on their own. */
export const commands = [
  'digest',
  'digests',
  'help digest',
  'digest help',
  'commands',
  'command list',
  'list commands',
  'all commands',
  'digest on',
  'digest off',
  'digest status',
  'set digest',
  'setup digest',
  'set up digest',
  'settings',
  'digest settings',
  'keys',
  'help commands',
  'import',
  'export',
  'sources',
  'members',
  'api keys',
  'api key',
  'admin',
  'login',
  'doctor',
  'links',
  'calendar',
  'members list',
  'list members',
]

/** Words about the morning digest, anywhere in the sentence. */
export const digestWords =
  'digest | digests | subscribe | unsubscribe | subscription | daily summary | morning summary | morning post | daily post | daily update'

/** Asks for the list of teams. */
export const teamLists =
  'teams | list teams | list the teams | list all teams | show teams | show all teams | show me the teams | show me all teams | which teams are there | what teams are there | which teams | what teams | which teams do we have | what teams do we have | team list | list of teams | which teams exist | what teams exist | what are the teams | the teams'

/** Asks about remaining leave, which whosout does not know. */
export const allowances =
  'days left | leave left | holiday left | holidays left | vacation left | vacation days left | pto left | leave balance | holiday balance | pto balance | vacation balance | leave allowance | holiday allowance | remaining holiday | remaining leave | remaining vacation days | do i have left | days remaining'

/** Excludes someone. */
export const exceptions =
  'except for | except | excluding | but not | apart from | besides | other than | without | but'
