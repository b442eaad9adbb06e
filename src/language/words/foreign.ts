/** Common date words of other languages, without accents, and their English equivalents. */

const or = (words: string): readonly string[] => words.split(' | ')

const weekdays = [
  ['monday', or('montag | lundi | lunes | segunda-feira | segunda | lunedi | maandag')],
  ['tuesday', or('dienstag | mardi | martes | terca-feira | terca | martedi | dinsdag')],
  ['wednesday', or('mittwoch | mercredi | miercoles | quarta-feira | quarta | mercoledi | woensdag')],
  ['thursday', or('donnerstag | jeudi | jueves | quinta-feira | quinta | giovedi | donderdag')],
  ['friday', or('freitag | vendredi | viernes | sexta-feira | sexta | venerdi | vrijdag')],
  ['saturday', or('samstag | sonnabend | samedi | sabado | sabato | zaterdag')],
  ['sunday', or('sonntag | dimanche | domingo | domenica | zondag')],
] as const

const months = [
  ['january', or('januar | janner | janvier | enero | janeiro | gennaio | januari')],
  ['february', or('februar | fevrier | febrero | fevereiro | febbraio | februari')],
  ['march', or('marz | maerz | mars | marzo | marco | maart')],
  ['april', or('avril | abril | aprile')],
  ['may', or('mai | mayo | maio | maggio | mei')],
  ['june', or('juni | juin | junio | junho | giugno')],
  ['july', or('juli | juillet | julio | julho | luglio')],
  ['august', or('aout | agosto | augustus')],
  ['september', or('septembre | septiembre | setiembre | setembro | settembre')],
  ['october', or('oktober | octobre | octubre | outubro | ottobre')],
  ['november', or('novembre | noviembre | novembro')],
  ['december', or('dezember | decembre | diciembre | dezembro | dicembre')],
] as const

const days = [
  ['today', or("heute | aujourd'hui | aujourdhui | hoy | hoje | oggi | vandaag")],
  ['tomorrow', or('morgen | demain | manana | amanha | domani')],
  ['yesterday', or('gestern | hier | ayer | ontem | ieri | gisteren')],
  [
    'day after tomorrow',
    or(
      'ubermorgen | uebermorgen | apres-demain | apres demain | pasado manana | dopodomani | overmorgen | depois de amanha',
    ),
  ],
  ['this week', or('diese woche | cette semaine | esta semana | questa settimana | deze week')],
  [
    'next week',
    or(
      'nachste woche | naechste woche | kommende woche | nachster woche | semaine prochaine | la semaine prochaine | proxima semana | la proxima semana | la semana que viene | semana que viene | semana que vem | na proxima semana | prossima settimana | la prossima settimana | la settimana prossima | settimana prossima | volgende week | komende week',
    ),
  ],
  [
    'last week',
    or(
      'letzte woche | semaine derniere | la semaine derniere | semana pasada | la semana pasada | semana passada | settimana scorsa | vorige week',
    ),
  ],
  [
    'this month',
    or('diesen monat | dieser monat | ce mois | este mes | questo mese | deze maand | ce mois-ci'),
  ],
  [
    'next month',
    or(
      'nachsten monat | naechsten monat | mois prochain | le mois prochain | proximo mes | el proximo mes | mes que viene | mes que vem | prossimo mese | il mese prossimo | mese prossimo | volgende maand',
    ),
  ],
  ['weekend', or('wochenende | fin de semana | fine settimana | fim de semana')],
] as const

const before = or(
  'nachsten | naechsten | kommenden | proximo | el proximo | proxima | prossimo | volgende | komende',
)
const after = or('prochain | que viene | que vem | prossimo')

const nextWeekdays = weekdays.flatMap(([english, words]) =>
  words.map(
    (word) =>
      [
        `next ${english}`,
        [...before.map((lead) => `${lead} ${word}`), ...after.map((end) => `${word} ${end}`)],
      ] as const,
  ),
)

/** Phrases with the same meaning, and the English words for it. */
export const foreign: readonly (readonly [phrases: string, english: string])[] = [
  ...weekdays,
  ...months,
  ...days,
  ...nextWeekdays,
].map(([english, phrases]) => [phrases.join(' | '), english])
