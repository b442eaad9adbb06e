import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { sampleRoster } from '../../src/demo/sample.js'
import type { PageMessage } from '../../src/demo/page/state.js'
import { createLinks } from '../../src/services/links/links.js'
import { openEmbeddedStore } from '../../src/store/embedded/store.js'
import { collect } from '../../src/store/port.js'
import { createTerminal } from '../cli/fake-io.js'
import { plainSpaces } from '../slack/spaces.js'
import { edge } from '../slack/home/rooms.js'
import { openDemoHouse, standOnWednesday, stopDemos } from './house.js'

standOnWednesday()
afterEach(stopDemos)

/** What forty people are asked about, and how an answer that has no room for all of it begins; null: it has. */
const phrases: readonly (readonly [string, string | null])[] = [
  ['', 'Back tomorrow: Ben Okafor, Chetan Rao, Noah Carter\n'],
  ['everyone', 'Back tomorrow: Ben Okafor, Chetan Rao, Noah Carter\n'],
  ['this week', null],
  ['next week', null],
  ['next month', null],
  ['next 90 days', null],
  ['who is in', null],
  ['who is in next week', null],
  ['who is in design, engineering and customer success next week', null],
  ['is everyone in next week', null],
  ['bank holidays', null],
  ['mondays in december', null],
  [
    'design, engineering and customer success next week',
    'Design · 3 of 13: Emma Lindqvist (Mon–Fri, back Mon 7 Dec) · Hugo Lefèvre (Mon–Fri, back 8 Jan) · Ana Ruiz (Mon)\n' +
      'Engineering · 2 of 14: Peter Nguyen (Mon–Tue) · Rosa Delgado (Tue)\n' +
      'Customer Success · 3 of 13: Bhavna Iyer (Mon–Tue) · Divya Nair (Mon) · Lakshmi Das (Thu–Fri, back Mon 30) · Bank holiday: 13 people',
  ],
  [
    'today and tomorrow and friday and next monday',
    '8 of 40 are out today, Wed 18 Nov: Ben Okafor, Chetan Rao, Noah Carter (back tomorrow) ·',
  ],
  ['who comes back in the next 90 days', 'Back tomorrow: Ben Okafor, Chetan Rao, Noah Carter\n'],
]

interface DrawnBlock {
  readonly type: string
  readonly text?: { readonly text: string }
}

/** The lines that a person reads, notes apart. */
const linesOf = ({ blocks }: PageMessage): readonly string[] =>
  (blocks as unknown as readonly DrawnBlock[])
    .filter(({ type }) => type === 'header' || type === 'section')
    .flatMap(({ text }) =>
      plainSpaces(text?.text ?? '')
        .replaceAll('*', '')
        .split('\n'),
    )

const names = sampleRoster('2026-11-18').members.map(({ name }) => name)

describe('an answer about the forty people of the demo', () => {
  it('has at most twelve lines, whatever is asked, and names nobody twice in a part', async () => {
    const { answer } = await openDemoHouse()
    for (const [text, begins] of phrases) {
      const message = await answer(`/whosout ${text}`.trim())
      const [title, ...lines] = linesOf(message)
      const says = `${text}\n${[title, ...lines].join('\n')}`
      expect(lines.length, says).toBeGreaterThan(0)
      expect(lines.length, says).toBeLessThan(12)
      expect(JSON.stringify(message.blocks).includes('Show all'), says).toBe(begins !== null)
      if (begins !== null) expect(lines.join('\n').slice(0, begins.length)).toBe(begins)
      // A list of several days names people on each of them.
      const parts = / and |mondays/.test(text) ? lines : [lines.join('\n')]
      for (const part of parts)
        for (const name of names) expect(part.split(name).length, `${name} in ${says}`).toBeLessThan(3)
    }
  })

  it('is as short on the command line, which has all of it with --all', async () => {
    const { running } = await openDemoHouse()
    const store = await openEmbeddedStore(running.folder)
    const { run } = createTerminal(() => store)
    const ask = async (line: string): Promise<readonly string[]> => {
      const { out } = await run(`ask --org sample --at 2026-11-18T09:00Z ${line}`)
      return out.split('\n').filter((one) => one !== '' && !one.startsWith('Out for longer'))
    }
    const short = await ask('')
    expect(short.at(-1)).toBe('With --all, everybody is named.')
    expect(short.length).toBeLessThanOrEqual(13)
    const all = await ask('--all')
    expect(short.join()).toMatch(/and \d more/)
    expect(all.join()).not.toMatch(/and \d more|--all/)
    const { out } = JSON.parse((await run('ask --org sample --at 2026-11-18T09:00Z --json')).out) as {
      out: { name: string }[]
    }
    expect(out.length).toBeGreaterThan(5)
    for (const { name } of out) expect(all.join()).toContain(name)
    expect((await ask('who is back on monday')).join()).not.toContain('--all')
    await store.close()
  })

  it('counts them by day and by team when all are out', async () => {
    const { running, answer } = await openDemoHouse()
    const store = await openEmbeddedStore(running.folder)
    const file = join(running.folder, 'forty.csv')
    const rows = sampleRoster('2026-11-18').members.map(
      ({ email }, at) => `${email},holiday,2027-03-0${1 + (at % 5)},2027-03-05`,
    )
    await writeFile(file, ['email,type,start_date,end_date', ...rows].join('\n'))
    expect((await createTerminal(() => store).run(`import --org sample ${file}`)).code).toBe(0)
    const message = await answer('/whosout 1 mar - 5 mar 2027')
    const [title, count, strip, ...teams] = linesOf(message)
    expect([title, count, strip]).toEqual([
      'Who is out · 1–5 Mar 2027',
      '40 of 40 are out at some point',
      'Out each day: Mon 8 · Tue 16 · Wed 24 · Thu 32 · Fri 40',
    ])
    expect(teams.map((one) => one.split(':')[0]).sort()).toEqual([
      'Customer Success · 13 of 13',
      'Design · 13 of 13',
      'Engineering · 14 of 14',
    ])
    // Who is out on the same days is named together.
    expect(teams[0]).toMatch(/^Design.*: [^()]+ \(Mon–Fri, back Mon 8\) · [^()]+ \(Tue–Fri, back Mon 8\) · /)
    expect(JSON.stringify(message.blocks)).toContain('Show all')
    await store.close()
  })

  it('counts as the command line, the calendar page and the API do', async () => {
    const { running, url, answer, get } = await openDemoHouse()
    const store = await openEmbeddedStore(running.folder)
    const { run } = createTerminal(() => store)
    const [organization] = await collect(store.find('organizations', { index: 'by_slug' }))
    const by = { who: 'test', from: null }
    const { token } = await createLinks({ ...edge, store }).create(organization!._id, { name: 'TV' }, by)
    const page = await (await fetch(`${url}/calendar/${token}?weeks=2026-11-16`)).text()
    const counts = [.../class="counts">(.*?)<\/tr>/s.exec(page)![1]!.matchAll(/<td[^>]*>(\d*)</g)]
    // On Monday, one team has a bank holiday, and some of it are on leave as well.
    for (const [day, place] of [
      ['2026-11-18', 2],
      ['2026-11-23', 7],
    ] as const) {
      const counted = (text: string): number => Number(/\b(\d+) of 40/.exec(text)?.[1])
      const authorization = `Bearer ${running.secret}`
      const reply = await get(`/api/v1/presence?from=${day}&to=${day}`, { headers: { authorization } })
      const { out } = (await reply.json()) as {
        out: { leaves: { type: string }[] }[]
      }
      // A bank holiday on the dates of a leave is leave.
      const onLeave = out.filter(({ leaves }) => leaves.some(({ type }) => type !== 'bank_holiday'))
      const seen = {
        slack: counted(linesOf(await answer(`/whosout ${day}`))[0]!),
        command: counted((await run(`ask --org sample --`, day)).out),
        page: Number(counts[place]![1]),
        api: onLeave.length,
      }
      const { slack } = seen
      expect(seen).toEqual({ slack, command: slack, page: slack, api: slack })
      expect(slack).toBeGreaterThan(3)
    }
    await store.close()
  })
})
