import type { Member, Organization } from '../src/domain/organization/organization.js'
import { createAskService } from '../src/services/ask/ask.js'
import { createRolls } from '../src/services/roll/rolls.js'
import { pageSize, type Reader, type Store } from '../src/store/port.js'
import { memberOf, organizationOf, subjectOf } from './data.js'
import { goal, goalsTable, type Goal } from './goals.js'
import { milliseconds as ms, table, thousands } from './table.js'

/** Milliseconds of CPU time for one question, and for its longest turn of the event loop. */
export interface AskCost {
  readonly cpu: number
  readonly longest: number
}

export interface WordCost {
  readonly members: number
  /** The first question after a change: names are read, sorted and indexed. */
  readonly first: AskCost
  /** Each word asked again; the most expensive one. */
  readonly worst: AskCost & { readonly word: string }
}

/** A name that everyone shares, one that no one has, one of two namesakes, and phrases as long as allowed. */
const words = [
  'ana',
  '@ana',
  '@ana ruiz 7',
  'ana ruiz 7 next week',
  'nobody knows',
  '@nobody',
  '@zq',
  'ana '.repeat(49).trim(),
  'ana ruiz 7 '.repeat(17).trim(),
]
const repeats = 5

/** Every full name occurs twice and every first name is the same, so no one can be named unambiguously. */
const storeOf = (organization: Organization, members: readonly Member[]): Pick<Store, 'view' | 'get'> => {
  const pages = async function* (collection: string) {
    if (collection !== 'members') return
    for (let at = 0; at < members.length; at += pageSize) yield members.slice(at, at + pageSize)
  }
  const reader = { get: async () => [organization], find: pages } as unknown as Reader
  return { view: (_, read) => read(reader), get: reader.get }
}

const cpuNow = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** CPU time only: on a busy machine, elapsed time would reflect other processes. */
const costOf = async (work: () => Promise<unknown>): Promise<AskCost> => {
  let [running, longest, last] = [true, 0, cpuNow()]
  const begun = last
  const look = (): void => {
    const now = cpuNow()
    longest = Math.max(longest, now - last)
    last = now
    if (running) setImmediate(look)
  }
  setImmediate(look)
  await work()
  running = false
  look()
  return { cpu: last - begun, longest }
}

/** What `/whosout WORD` costs in an organization with this many namesakes. */
export const measureWords = async (members: number): Promise<WordCost> => {
  const subject = subjectOf('words', members)
  const everybody = Array.from({ length: members }, (_, index) => ({
    ...memberOf(subject, index),
    name: `Ana Ruiz ${index >> 1}`,
  }))
  const service = createAskService(createRolls(storeOf(organizationOf(subject), everybody)))
  const ask = (text: string) => () =>
    service.forAsk(
      { _id: subject.org },
      {
        asker: { account: null, email: null, timezone: null, locale: null },
        text,
        now: new Date('2026-11-23T08:00:00.000Z'),
        audience: 'asker',
        mentioned: new Map(),
      },
    )
  const first = await costOf(ask(words[0]!))
  let worst = { word: '', cpu: 0, longest: 0 }
  for (const word of words) {
    await ask(word)()
    let [cpu, longest] = [0, Infinity]
    for (let i = 0; i < repeats; i++) {
      const cost = await costOf(ask(word))
      cpu += cost.cpu / repeats
      longest = Math.min(longest, cost.longest)
    }
    if (cpu > worst.cpu) worst = { word, cpu, longest }
  }
  return { members, first, worst }
}

const rowOf = ({ members, first, worst }: WordCost): readonly string[] => [
  thousands(members),
  ms(first.cpu),
  ms(first.longest),
  `\`${worst.word.length > 24 ? `${worst.word.slice(0, 24)}…` : worst.word}\``,
  ms(worst.cpu),
  ms(worst.longest),
]

/** `costs` by ascending number of members, all of whom share their names. */
const wordGoalsOf = (costs: readonly WordCost[]): readonly Goal[] => {
  const [few, many] = [costs[0]!, costs.at(-1)!]
  const of = `${thousands(many.members)} namesakes`
  return [
    goal(`longest turn of the first question, ${of}`, { atMost: 20 }, many.first.longest, ms),
    goal(`longest turn of the worst word, ${of}`, { atMost: 20 }, many.worst.longest, ms),
    goal(
      `cost of the worst word, times that among ${thousands(few.members)}`,
      { atMost: many.members / few.members },
      many.worst.cpu / few.worst.cpu,
    ),
  ]
}

/** The figures as Markdown, and the goals they are held to. */
export const wordReportOf = (at: Date, machine: string, costs: readonly WordCost[]): string =>
  [
    '# Results of `npm run bench -- --only words`',
    `${at.toISOString()}. ${machine}.`,
    'What `/whosout WORD` costs, in CPU time, where every member has the same first name and every full name occurs twice: ' +
      'the first question after a change, and then the most expensive of nine words, with the longest turn of ' +
      'the event loop in each. The store is an array, which answers at once.',
    table(
      ['members', 'first question', 'its longest turn', 'worst word', 'each time', 'its longest turn'],
      costs.map(rowOf),
    ),
    goalsTable(wordGoalsOf(costs)),
  ].join('\n\n') + '\n'
