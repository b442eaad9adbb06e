import { createRolls } from '../../../src/services/roll/rolls.js'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { seedDemo } from '../../../src/demo/seed.js'
import { openServices } from '../../../src/open.js'
import { storedPolicy, type StoredPolicy } from '../../../src/domain/presence/reasons.js'
import { isAnswer } from '../../../src/domain/reply/reply.js'
import { replyMessage } from '../../../src/domain/words/reply.js'
import { createAskService, type AskService } from '../../../src/services/ask/ask.js'
import { createLateCalendars } from '../../../src/services/sources/late.js'
import { createDigestContent } from '../../../src/services/digests/content.js'
import { controlsOf, digestControls } from '../../../src/slack/ask/controls.js'
import { drawMessage, type SlackMessage } from '../../../src/slack/message/blocks.js'
import { openEmbeddedStore } from '../../../src/store/embedded/store.js'
import { collect, type Store } from '../../../src/store/port.js'
import { newFolder } from '../../process/whosout.js'
import { createRandom } from '../../world/randomness.js'
import { sourceDocument } from '../../world/sources.js'
import { plainSpaces } from '../spaces.js'

/** A Monday morning in Berlin; the sample organization has forty people in three teams. */
const monday = '2026-11-23T08:00:00.000Z'
const sunday = '2026-11-22T08:00:00.000Z'

interface Sample {
  readonly store: Store
  readonly ask: AskService
  readonly org: string
}

const openSample = async (policy?: StoredPolicy): Promise<Sample> => {
  const folder = await newFolder()
  onTestFinished(() => folder.remove())
  const store = await openEmbeddedStore(folder.path)
  onTestFinished(() => store.close())
  const dependencies = {
    store,
    now: () => new Date(monday),
    elapsed: () => 0,
    random: createRandom('answers'),
    wait: async (milliseconds: number) => void (await sleep(milliseconds, undefined, { ref: false })),
    tzdata: 'here',
    owner: 'test',
    warn: () => undefined,
  }
  const config = { store: { folder: folder.path }, encryptionKeys: [], feedsAllowPrivate: false }
  const { org } = await seedDemo(await openServices(dependencies, config), dependencies)
  await store.commit([{ patch: 'organizations', id: org, set: { ...policy } }])
  const findLate = createLateCalendars(
    store,
    () => 0,
    () => undefined,
  )
  return { store, ask: createAskService(createRolls(store), findLate), org }
}

interface Asking {
  readonly text: string
  readonly as?: string
  readonly at?: string
  readonly shared?: boolean
  readonly page?: number
}

const drawn = async ({ ask, org }: Sample, asking: Asking): Promise<SlackMessage> => {
  const { text, as = 'greta.holm', at = monday, shared = false } = asking
  const answered = await ask.forAsk(
    { _id: org },
    {
      asker: { account: null, email: `${as}@example.com`, timezone: 'Europe/Berlin', locale: 'en-GB' },
      text,
      now: new Date(at),
      audience: shared ? 'everyone' : 'asker',
      mentioned: new Map(),
    },
  )
  const { reply, teams } = answered
  const voice = { write: (words: string) => `/whosout ${words}`.trimEnd(), absolute: shared, lines: 12 }
  const message = replyMessage(reply, voice)
  const is_cut = message.is_cut ?? false
  const controls =
    shared && isAnswer(reply) ? [] : controlsOf(reply, teams, { share: 'general', asker: 'U0GRETA', is_cut })
  return drawMessage(message, controls)
}

const textIn = (value: unknown): string => (value as { readonly text: string }).text

/** As a person reads it: titles underlined, notes in brackets, what can be pressed in square ones. */
const read = ({ text, blocks }: SlackMessage): string =>
  plainSpaces(
    [
      ...blocks.map((block) => {
        if (block.type === 'header') return `# ${block.text.text}`
        if (block.type === 'section') return block.text!.text
        if (block.type === 'context') return block.elements.map((one) => `(${textIn(one)})`).join('\n')
        if (block.type !== 'actions') throw new Error(`a block of another kind: ${block.type}`)
        return block.elements
          .map((one) =>
            one.type === 'button'
              ? `[${one.text.text}]`
              : 'placeholder' in one
                ? `[${textIn(one.placeholder)} ▾]`
                : '',
          )
          .join(' ')
      }),
      `» ${text}`,
    ].join('\n'),
  )

const questions: readonly (readonly [says: string, asking: Asking])[] = [
  ['no words at all', { text: '' }],
  ['today', { text: 'today' }],
  ['tomorrow', { text: 'tomorrow' }],
  ['the day of a bank holiday', { text: 'friday' }],
  ['a day on which nobody is out', { text: '29 jan' }],
  ['a day that is over', { text: '18 nov' }],
  ['this week', { text: 'this week' }],
  ['next week', { text: 'next week' }],
  ['next week, on the Friday before', { text: 'next week', at: '2026-11-20T08:00:00.000Z' }],
  ['a month', { text: 'december' }],
  ['a quarter of a year', { text: '1 dec - 20 feb' }],
  ['over the new year', { text: '24 dec - 2 jan' }],
  ['one team', { text: 'design this week' }],
  ['who is in', { text: 'who is in today' }],
  ['who is in all week', { text: 'who is in this week' }],
  ['how many', { text: 'how many are out today' }],
  ['anybody', { text: 'is anyone out in design tomorrow' }],
  ['who is back', { text: 'who is back this week' }],
  ['a Sunday', { text: 'today', at: sunday }],
  ['no words on a Sunday', { text: '', at: sunday }],
  ['a weekend', { text: 'this weekend' }],
  ['somebody who is out', { text: '@peter' }],
  ['somebody who is in', { text: '@felix' }],
  ['somebody on another day', { text: '@divya thursday' }],
  ['somebody in a week', { text: '@emma next week' }],
  ['whether somebody is in', { text: 'is peter in today' }],
  ['somebody on a Sunday, without a day', { text: '@felix', at: sunday }],
  ['whether somebody is in on a Sunday', { text: 'is felix in today', at: sunday }],
  ['when somebody is back', { text: 'when is hugo back' }],
  ['whether somebody is back, on a Sunday', { text: 'is felix back', at: sunday }],
  ['oneself, off sick', { text: 'me', as: 'harish.menon' }],
  ['oneself on a Sunday, off sick on Monday', { text: 'me', as: 'ben.okafor', at: sunday }],
  ['the next leave of somebody', { text: 'when is emma out next' }],
  ['the next bank holiday', { text: 'next bank holiday' }],
  ['today, by somebody who is out', { text: 'today', as: 'harish.menon' }],
  ['two teams on a day', { text: 'engineering and design tomorrow' }],
  ['two people', { text: '@peter and @ben' }],
  ['a word with a typing error', { text: 'desgin tommorow' }],
  ['a date that is none', { text: '31 feb' }],
  ['words that mean nothing', { text: 'banana next week' }],
  ['help', { text: 'help' }],
  ['today, shared', { text: 'today', shared: true }],
  ['this week, shared', { text: 'this week', shared: true }],
  ['somebody, shared', { text: '@peter', shared: true }],
]

const digests: readonly (readonly [says: string, day: string, look_ahead: 'none' | 'friday'])[] = [
  ['a digest', '2026-11-23', 'none'],
  ['a digest on a Friday, with the next week', '2026-11-27', 'friday'],
  ['a digest on a day on which nobody works', '2026-11-22', 'none'],
]

const reasonWords = /\bsick\b|personal leave|\bholiday\b/i

describe('typical answers', () => {
  it('read as in answers.txt', async () => {
    const sample = await openSample()
    const said: string[] = []
    for (const [says, asking] of questions) {
      const typed = `${says}: /whosout ${asking.text}`.trimEnd()
      said.push(`── ${typed}\n${read(await drawn(sample, asking))}`)
    }
    const build = createDigestContent(createRolls(sample.store), sample.store)
    const setting = { timezone: 'Europe/Berlin', days: [], time: '09:00' } as const
    for (const [says, day, look_ahead] of digests) {
      const digest = {
        ...setting,
        org: sample.org,
        team_id: null,
        look_ahead,
        on_bank_holidays: 'post',
        when_empty: 'post',
      } as const
      const content = await build(digest, day, { late: false, planned: '09:00' })
      if (!('message' in content)) throw new Error(content.kind)
      said.push(
        `── ${says}\n${read(drawMessage(content.message, digestControls({ team: null, day, is_cut: content.message.is_cut ?? false })))}`,
      )
    }
    await expect(`${said.join('\n\n')}\n`).toMatchFileSnapshot('answers.txt')
  })

  it('tell nobody’s reason to others, and no reason at all in a channel', async () => {
    const sample = await openSample()
    for (const [says, asking] of questions) {
      const { text, blocks } = await drawn(sample, asking)
      if (asking.as === undefined && asking.text !== 'help')
        expect(
          `${text}${JSON.stringify(blocks)}`.replaceAll(/\(you, [^)]*\)|bank holiday/gi, ''),
          says,
        ).not.toMatch(reasonWords)
      const shared = await drawn(sample, { ...asking, shared: true })
      const said = `${shared.text}${JSON.stringify(shared.blocks)}`.replaceAll(/bank holiday/gi, '')
      expect(said, says).not.toMatch(reasonWords)
      expect(said, says).not.toMatch(/\(you|example\.com/)
    }
  })

  it('show everyone the reasons where the organization says so, though none in a channel', async () => {
    const sample = await openSample(storedPolicy('everyone'))
    const said: string[] = []
    for (const text of ['', 'today', 'next week', 'hugo', 'is peter on vacation']) {
      said.push(`── /whosout ${text}`.trimEnd(), `${read(await drawn(sample, { text }))}\n`)
      const shared = await drawn(sample, { text, shared: true })
      const open = /on vacation|bank holiday/gi
      expect(`${shared.text}${JSON.stringify(shared.blocks)}`.replaceAll(open, '')).not.toMatch(reasonWords)
    }
    await expect(`${said.join('\n')}`).toMatchFileSnapshot('answers-with-reasons.txt')
  })
})

describe('whether somebody is away for a reason', () => {
  it.each([
    [
      'nobody',
      [
        ['is hugo on vacation', 'Hugo Lefèvre is out · back Wed 13 Jan 2027'],
        ['is harish sick', 'Harish Menon is out · back Thu 26 Nov'],
        // Who has no leave at all has none of a kind.
        ['is felix sick', 'No: Felix Braun is in today'],
        ['is harish still sick', 'Harish Menon is out · back Thu 26 Nov'],
        ['is anyone sick today', '8 of 40 are out today, Mon 23 Nov'],
        ['is everybody on vacation today', '8 of 40 are out today, Mon 23 Nov'],
        ['am i sick', 'Yes: You are out · back Tue 24 Nov'],
        ['is harish out', 'Yes: Harish Menon is out · back Thu 26 Nov'],
      ],
    ],
    ['admins', [['is harish sick', 'Harish Menon is out · back Thu 26 Nov']]],
    ['everyone', [['is harish sick', 'Yes: Harish Menon is out · back Thu 26 Nov']]],
  ] as const)('is not said where %s may read reasons, oneself apart', async (policy, rows) => {
    const sample = await openSample(storedPolicy(policy))
    for (const [text, title] of rows) {
      const [said] = read(await drawn(sample, { text, as: 'ben.okafor' })).split('\n')
      expect([text, said]).toEqual([text, `# ${title}`])
    }
  })
})

describe('a calendar that has not been read for days', () => {
  const sentence = 'Calendar BambooHR was last read on Tue 17 Nov.'
  const failing = { last_success_at: '2026-11-17T06:30:00.000Z', last_error: 'No answer.', failures: 9 }
  const open = async () => {
    const sample = await openSample()
    const { store, org } = sample
    const greta = (await collect(store.find('members', { index: 'by_org', equal: { org } }))).find(
      ({ name }) => name.startsWith('Greta'),
    )!
    await store.commit([
      { put: 'sources', document: sourceDocument(org, 'hr', { name: 'BambooHR', ...failing }) },
      {
        put: 'sources',
        document: sourceDocument(org, 'own', { name: 'own', member_id: greta.id, ...failing }),
      },
    ])
    return sample
  }
  /** The small print of an answer. */
  const notesOf = ({ blocks }: SlackMessage): readonly string[] =>
    blocks.flatMap((block) =>
      block.type === 'context' ? block.elements.map((element) => plainSpaces(textIn(element))) : [],
    )

  it('is told once, in small print, below an answer about days that it may be wrong about', async () => {
    const sample = await open()
    const told = async (text: string, shared = false) => {
      const notes = notesOf(await drawn(sample, { text, shared }))
      expect(notes.join()).not.toContain('Calendar own')
      return notes.filter((one) => one === sentence).length
    }
    for (const text of [
      'today',
      'next week',
      'who is in tomorrow',
      'next saturday',
      'design and engineering next week',
      'who is back on monday',
    ])
      expect([text, await told(text), await told(text, true)]).toEqual([text, 1, 1])
    for (const text of ['berlin bank holidays in december', 'help'])
      expect([text, await told(text)]).toEqual([text, 0])
  })

  it('is told of a person, with their own calendar', async () => {
    const sample = await open()
    for (const text of ['me next week', 'greta next week', 'me and the design team next week'])
      expect(notesOf(await drawn(sample, { text }))).toEqual(
        expect.arrayContaining([sentence, 'Calendar own was last read on Tue 17 Nov.']),
      )
  })

  it('is not told within a day', async () => {
    const { store, ...sample } = await open()
    await store.commit([{ patch: 'sources', id: 'hr', set: { last_success_at: '2026-11-22T07:30:00.000Z' } }])
    expect(notesOf(await drawn({ store, ...sample }, { text: 'today' })).join()).not.toContain('last read')
  })
})
