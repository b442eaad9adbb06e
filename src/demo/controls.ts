import { dayAt, type Day } from '../calendar/day.js'
import type { Digest } from '../domain/digests/digest.js'
import { timings } from '../domain/digests/timings.js'
import { Problem } from '../domain/problem.js'
import type { InteractiveServices } from '../services/interactive.js'
import { ownCallback } from '../slack/own-entries/form.js'
import type { MovableClock } from './clock.js'
import type { FakeSlack } from './fake-slack/fake-slack.js'
import { timezone } from './seed.js'
import { digestPlace, idOf } from './workspace.js'

/** The result, in words for the visitor. */
export interface ControlOutcome {
  readonly said: string
}

/** An event that a visitor can trigger and that is not typed into Slack. */
export interface Control {
  readonly id: string
  /** The current label: a control that can be undone shows that. */
  label(): string
  run(): Promise<ControlOutcome>
}

interface ControlDependencies {
  readonly services: InteractiveServices
  readonly clock: MovableClock
  /** The sample organization's id. */
  readonly org: string
  readonly slack: Pick<FakeSlack, 'state' | 'command' | 'submit' | 'until'>
  /** The tasks that start every minute. */
  tick(): Promise<void>
}

const minute = 60_000

/**
 * To the minute in which messages may be edited again: the next but one starts after that, whatever was just posted.
 */
const passMinutes = ({ clock, tick }: ControlDependencies): Promise<void> => {
  const edited = clock.now().getTime() + timings.editEvery
  clock.moveTo(new Date(Math.ceil(edited / minute) * minute))
  clock.align()
  return tick()
}

/** The person who falls ill. */
const name = 'Felix Braun'
const patient = idOf(name)

/** A person falls ill, and comes back, by typing the commands into Slack themselves. */
const createIllness = (dependencies: ControlDependencies): Control => {
  const { slack, clock } = dependencies
  /** The day that was entered: from the next one on there is nothing to come back from. */
  let illOn: Day | null = null
  const isIll = (): boolean => illOn === dayAt(clock.now(), timezone)
  const type = (text: string) => slack.command({ user: patient, channel: digestPlace.channel, text })

  const fallIll = async (): Promise<string> => {
    const known = slack.state.views.length
    await type('off sick')
    const form = await slack.until(() =>
      slack.state.views.slice(known).find(({ content }) => content['callback_id'] === ownCallback),
    )
    await slack.submit(patient, form.id)
    illOn = dayAt(clock.now(), timezone)
    return `${name} typed /whosout off sick, and is now off today in answers and in the digest.`
  }
  const recover = async (): Promise<string> => {
    const known = slack.state.ephemerals.length
    await type('back')
    // The command is acknowledged before it is done.
    await slack.until(() => slack.state.ephemerals[known])
    illOn = null
    return `${name} typed /whosout back and is in again in answers and in the digest.`
  }
  return {
    id: 'illness',
    label: () => (isIll() ? `${name} is back at work` : `${name} falls ill`),
    run: async () => {
      const said = await (isIll() ? recover() : fallIll())
      await passMinutes(dependencies)
      return { said }
    },
  }
}

const dayWords = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'long', day: 'numeric', month: 'long' }).format(
    instant,
  )

/** Milliseconds: this late in its minute a tick schedules, and posts nothing. */
const scheduleOnly = 55_000

/** One tick schedules, another posts after each channel's turn came, so that the visitor need not wait. */
const postAt = async ({ clock, tick }: ControlDependencies, due: number): Promise<void> => {
  clock.moveTo(new Date(due + scheduleOnly))
  await tick()
  clock.moveTo(new Date(clock.now().getTime() + timings.spread))
  clock.align()
  await tick()
}

/** Moves the clock to the next digest. */
export const createNextDigest = (dependencies: ControlDependencies): Control => {
  const { clock, org, slack } = dependencies
  const { digests } = dependencies.services

  const next = async (): Promise<Digest & { readonly next_at: string }> => {
    const listed = (await digests.list({ _id: org })).map(({ digest }) => digest)
    const due = listed.filter((digest): digest is Digest & { next_at: string } => digest.next_at !== null)
    const [first] = due.sort((a, b) => (a.next_at < b.next_at ? -1 : 1))
    if (first) return first
    throw new Problem('conflict', 'No digest is scheduled. Type /whosout digest to set or resume one.')
  }
  return {
    id: 'digest',
    label: () => 'Skip to the next digest',
    run: async () => {
      const digest = await next()
      const { channel, timezone, time } = digest
      await postAt(dependencies, Date.parse(digest.next_at))
      const [run] = await digests.status(digest)
      const what = run?.state === 'sent' ? 'The digest is in' : 'No digest was posted in'
      const name = slack.state.channels.get(channel)?.name ?? channel
      return {
        said: `It is ${dayWords(clock.now(), timezone)}, just after ${time}. ${what} #${name}.`,
      }
    },
  }
}

/** In display order. */
export const createControls = (dependencies: ControlDependencies): readonly Control[] => [
  createIllness(dependencies),
  createNextDigest(dependencies),
]
