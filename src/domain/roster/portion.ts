/** The part of a day that a person is away; `half`: nobody said which half. */
export type Portion = 'morning' | 'afternoon' | 'half' | 'whole'

const words: Readonly<Record<Portion, string>> = {
  morning: `am, a.m., morning, forenoon, first half, 1st half, half day am, half day morning, am half day, morning half day,
    vormittag, vormittags, erste hälfte, 1. hälfte, halber tag vormittag, le matin, matin, mañana, ochtend`,
  afternoon: `pm, p.m., afternoon, second half, 2nd half, half day pm, half day afternoon, pm half day, afternoon half day,
    nachmittag, nachmittags, zweite hälfte, 2. hälfte, halber tag nachmittag, après midi, tarde, middag`,
  half: `half, lunchtime, lunch, midday, noon, mittag, mittags, half day, half a day, 0.5, 1/2, ½, ½ day, 0.5 days, 0.5 day, halber tag, halb, halbtags, halbtägig, ½ tag, 1/2 tag, demi journée, medio día, halve dag, 1, yes,
    y, true, x, ja, wahr, oui, sí`,
  whole: `start of day, end of day, beginning of day, morgens, abends, all day, full day, full, whole, whole day, entire day, 1.0, full days, ganzer tag, ganztägig, ganztags, ganz, no, n, false, 0,
    none, nein, falsch, non, nee, journée entière, día completo, hele dag, -`,
}

const fold = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '')
    .replace(',', '.')

const byWord: ReadonlyMap<string, Portion> = new Map(
  (Object.keys(words) as Portion[]).flatMap((portion) =>
    words[portion].split(',').map((word) => [fold(word), portion] as const),
  ),
)

/** Null for a text that is not known to be a part of a day. */
export const readPortion = (text: string): Portion | null => byWord.get(fold(text)) ?? null

/** Values of columns that say little in a sentence; `am` is a word of two languages. */
const vague = new Set(
  `1, yes, y, true, x, ja, wahr, oui, sí, no, n, false, 0, none, nein, falsch, non, nee, -, lunchtime, lunch, midday, noon,
    mittag, mittags, middag, tarde, am`
    .split(',')
    .map(fold),
)

const inText = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${[...byWord.keys()]
    .filter((word) => !vague.has(word))
    .sort((a, b) => b.length - a.length)
    .map((word) => [...word].map((sign) => sign.replace(/[.]/, '\\.')).join('[\\s_-]?'))
    .join('|')})(?![\\p{L}\\p{N}])`,
  'giu',
)
/** `9 am`, `Vacation am`, `AM leave`, but not `I am`, `am Montag`. */
const beforeNoon = /\d\s*am(?!\p{L})|(?<![\p{L}\p{N}])am\s*(?=$|[)\],:|–-])/iu
const isBeforeNoon = (text: string): boolean =>
  beforeNoon.test(text) || (/\bAM\b/.test(text) && text !== text.toUpperCase())

/** The part of a day in a sentence: a half that is named before one that is not. Null where there is none. */
export const portionIn = (text: string): Portion | null => {
  const found = new Set((text.match(inText) ?? []).map((word) => readPortion(word)))
  if (isBeforeNoon(text)) found.add('morning')
  return (['morning', 'afternoon', 'half', 'whole'] as const).find((one) => found.has(one)) ?? null
}

const within =
  /(?<![\p{L}\p{N}])(?:(?:half[\s_-]?day|halber[\s_-]tag|halbtags|½(?: day| tag)?|1\/2 tag)(?:[\s_-]+(?:am|pm|morning|afternoon|vormittags?|nachmittags?))?|am|pm|morning|afternoon|vormittags?|nachmittags?)(?![\p{L}\p{N}])/iu

/** A word for a leave without the part of the day in it: `Vacation half day`. Null where there is none. */
export const splitPortion = (text: string): { readonly rest: string; readonly portion: Portion } | null => {
  const [found] = within.exec(text) ?? []
  const portion = found === undefined ? null : readPortion(found)
  if (found === undefined || portion === null) return null
  const rest = text
    .replace(found, ' ')
    .replaceAll(/\(\s*\)|^[\s:,–-]+|(?<![\s:,–-])[\s:,–-]+$/g, '')
    .trim()
  return { rest, portion }
}
