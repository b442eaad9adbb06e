/** Common misspellings that no rule may repair, because prepositions are never guessed. */
export const misspelled: ReadonlyMap<string, string> = new Map(
  Object.entries({
    aint: "isn't",
    "ain't": "isn't",
    yday: 'yesterday',
    afer: 'after',
    aftr: 'after',
    befor: 'before',
    exept: 'except',
    excpet: 'except',
    execpt: 'except',
    exlcuding: 'excluding',
    exluding: 'excluding',
    witout: 'without',
    wihtout: 'without',
    nobdy: 'nobody',
    anyoen: 'anyone',
    bewteen: 'between',
    betwen: 'between',
    beetween: 'between',
    durring: 'during',
    te: 'the',
    teh: 'the',
    untill: 'until',
    untl: 'until',
    unil: 'until',
    troughout: 'throughout',
    wekend: 'weekend',
    nxt: 'next',
    nex: 'next',
    evryone: 'everyone',
    everone: 'everyone',
    anyne: 'anyone',
    vaction: 'vacation',
    vacaton: 'vacation',
    hoilday: 'holiday',
    holliday: 'holiday',
    offf: 'off',
    outt: 'out',
    bak: 'back',
    retuns: 'returns',
    avaliable: 'available',
    availible: 'available',
    tmrow: 'tomorrow',
    arvo: 'afternoon',
    ppl: 'people',
    tdy: 'today',
    wensday: 'wednesday',
    wenesday: 'wednesday',
    wedensday: 'wednesday',
    febuary: 'february',
    feburary: 'february',
    thrusday: 'thursday',
    tusday: 'tuesday',
    teusday: 'tuesday',
    saterday: 'saturday',
    tomarrow: 'tomorrow',
    tommorrow: 'tomorrow',
    tommorow: 'tomorrow',
  }),
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
