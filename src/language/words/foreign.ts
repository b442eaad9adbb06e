import { openPhrases } from './phrases.js'

const inForeign = openPhrases('foreign')
/** Common date words of other languages, without accents, and their English equivalents. */

type ForeignRows = readonly (readonly [phrases: string, english: string])[]

const weekdays: ForeignRows = [
  ['montag | lundi | lunes | segunda-feira | segunda | lunedi | maandag', 'monday'],
  ['dienstag | mardi | martes | terca-feira | terca | martedi | dinsdag', 'tuesday'],
  ['mittwoch | mercredi | miercoles | quarta-feira | quarta | mercoledi | woensdag', 'wednesday'],
  ['donnerstag | jeudi | jueves | quinta-feira | quinta | giovedi | donderdag', 'thursday'],
  ['freitag | vendredi | viernes | sexta-feira | sexta | venerdi | vrijdag', 'friday'],
  ['samstag | sonnabend | samedi | sabado | sabato | zaterdag', 'saturday'],
  ['sonntag | dimanche | domingo | domenica | zondag', 'sunday'],
]

const months: ForeignRows = [
  ['januar | janner | janvier | enero | janeiro | gennaio | januari', 'january'],
  ['februar | fevrier | febrero | fevereiro | febbraio | februari', 'february'],
  ['marz | maerz | mars | marzo | marco | maart', 'march'],
  ['avril | abril | aprile', 'april'],
  ['mai | mayo | maio | maggio | mei', 'may'],
  ['juni | juin | junio | junho | giugno', 'june'],
  ['juli | juillet | julio | julho | luglio', 'july'],
  ['aout | agosto | augustus', 'august'],
  ['septembre | septiembre | setiembre | setembro | settembre', 'september'],
  ['oktober | octobre | octubre | outubro | ottobre', 'october'],
  ['novembre | noviembre | novembro', 'november'],
  ['dezember | decembre | diciembre | dezembro | dicembre', 'december'],
]

const days: ForeignRows = [
  ["heute | aujourd'hui | aujourdhui | hoy | hoje | oggi | vandaag", 'today'],
  ['morgen | demain | manana | amanha | domani', 'tomorrow'],
  ['gestern | hier | ayer | ontem | ieri | gisteren', 'yesterday'],
  [inForeign('day after tomorrow'), 'day after tomorrow'],
  ['diese woche | cette semaine | esta semana | questa settimana | deze week', 'this week'],
  [inForeign('next week'), 'next week'],
  [inForeign('last week'), 'last week'],
  ['diesen monat | dieser monat | ce mois | este mes | questo mese | deze maand | ce mois-ci', 'this month'],
  [inForeign('next month'), 'next month'],
  ['wochenende | fin de semana | fine settimana | fim de semana', 'weekend'],
]

/** Before and after a weekday. */
const next = [inForeign('before a weekday'), 'prochain | que viene | que vem | prossimo']

const oneOf = (phrases = ''): string => `{${phrases.replaceAll(' | ', ',')}}`

const nextWeekdays: ForeignRows = weekdays.map(([words, english]) => [
  `${oneOf(next[0])} ${oneOf(words)} | ${oneOf(words)} ${oneOf(next[1])}`,
  `next ${english}`,
])

/** Phrases with the same meaning, and the English words for it. */
export const foreign: ForeignRows = [...weekdays, ...months, ...days, ...nextWeekdays]
