/** Words and their common misspellings, where no rule may repair them, because prepositions are never guessed. */
const meant: readonly (readonly [word: string, typed: string])[] = [
  ["isn't", "aint ain't"],
  ['yesterday', 'yday'],
  ['after', 'afer aftr'],
  ['before', 'befor'],
  ['except', 'exept excpet execpt'],
  ['excluding', 'exlcuding exluding'],
  ['without', 'witout wihtout'],
  ['nobody', 'nobdy'],
  ['anyone', 'anyoen anyne'],
  ['between', 'bewteen betwen beetween'],
  ['during', 'durring'],
  ['the', 'te teh'],
  ['until', 'untill untl unil'],
  ['throughout', 'troughout'],
  ['weekend', 'wekend'],
  ['next', 'nxt nex'],
  ['everyone', 'evryone everone'],
  ['vacation', 'vaction vacaton'],
  ['holiday', 'hoilday holliday'],
  ['off', 'offf'],
  ['out', 'outt'],
  ['back', 'bak'],
  ['returns', 'retuns'],
  ['available', 'avaliable availible'],
  ['tomorrow', 'tmrow tomarrow tommorrow tommorow'],
  ['afternoon', 'arvo'],
  ['people', 'ppl folks peeps'],
  ['today', 'tdy'],
  ['wednesday', 'wensday wenesday wedensday'],
  ['thanksgiving', 'thxgiving tgiving'],
  ['february', 'febuary feburary'],
  ['thursday', 'thrusday'],
  ['tuesday', 'tusday teusday'],
  ['saturday', 'saterday'],
]

export const misspelled: ReadonlyMap<string, string> = new Map(
  meant.flatMap(([word, all]) => all.split(' ').map((typed) => [typed, word] as const)),
)

/** Two words typed as one: "nextweek". */
export const joinedWords =
  /^(next|this|last|every)(week|weekend|month|quarter|year|monday|tuesday|wednesday|thursday|friday|saturday|sunday)$/u

/**
 * Real words and names that are one edit from a date word. They were probably meant, so a phrase with one is refused,
 * with the date as a suggestion.
 */
export const lookAlikes: ReadonlySet<string> = new Set(
  (
    'moday monda mondal munday munday sundae sundays sunray sundry fridays friar fri days daye dave dale dare date daly ' +
    'match marsh larch starch parch perch marche marc mars mare mark maria mary arch ' +
    'aprils aprile avril june jane jules julia julie jury jolly jule juliet juneau tune dune dunes ' +
    'augusta auguste augusts angus dust ' +
    'text neat nest newt net nets nexts nexus ' +
    'weak weed weep seek meek peek geek reek leek wee eek weeds wreck ' +
    'mouth moth mouths monty monthly mont ' +
    'toddy toady todd toda body toad ' +
    'ester lester hester esther aster faster eastern master easier pester fester ' +
    'winters wynter splinter sinter winger wintery summers sumner simmer hummer bummer dummer ' +
    'quarterly quartet quarters daily weekly yearly yeah dear near bear pear hear gear fear tear wear ' +
    'christina christian christa christie christos ' +
    'nice nina nino fine mine line wine dine ' +
    'tomorrows morrow marrow ' +
    'sept step sep decent descend remember november september december member ' +
    'octobers october novel ' +
    'saturdays thursdays tuesdays wednesdays mondays ' +
    'thirsty thursby fraud dept depts department sent kept'
  ).split(' '),
)
