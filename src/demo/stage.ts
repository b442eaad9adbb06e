import { addDays, dayAt, type Day } from '../domain/day.js'
import { Problem } from '../domain/problem.js'
import type { Dependencies } from '../services/dependencies.js'
import { importRoster } from '../services/roster.js'
import { nextWorkdayAt, type MovableClock } from './clock.js'

/** Something a visitor can make happen that nobody types into Slack. */
export interface StageControl {
  readonly id: string
  /** As it stands now: one that can be undone says so. */
  label(): string
  /** Resolves with what happened, as a sentence. */
  run(): Promise<string>
}

interface StageDeps extends Dependencies {
  readonly clock: MovableClock
  /** The sample organization's id and time zone. */
  readonly org: string
  readonly timezone: string
}

/** The one who falls ill. */
const patient = { name: 'Felix Braun', email: 'felix.braun@example.com' }

interface SickLeave {
  readonly email: string
  readonly type: 'sick'
  readonly start_date: Day
  readonly end_date: Day
}

/** Somebody falls ill today and tomorrow, and comes back: a leave that is imported, and imported again as cancelled. */
const createIllness = (dependencies: StageDeps): StageControl => {
  const { org, timezone, now } = dependencies
  let leave: SickLeave | null = null

  const write = async (row: SickLeave, status: 'approved' | 'cancelled'): Promise<void> => {
    const text = JSON.stringify({ leaves: [{ ...row, status }] })
    const files = [{ name: 'stage.json', read: async () => text }]
    const result = await importRoster(dependencies, { org, files, replace: new Set(), dryRun: false })
    if (!result.ok) throw new Problem('conflict', 'The leave could not be changed.')
  }
  return {
    id: 'illness',
    label: () => (leave ? `${patient.name} is well again` : `${patient.name} falls ill`),
    run: async () => {
      if (leave) {
        await write(leave, 'cancelled')
        leave = null
        return `${patient.name} is back. Ask again and see.`
      }
      const today = dayAt(now(), timezone)
      const row: SickLeave = {
        email: patient.email,
        type: 'sick',
        start_date: today,
        end_date: addDays(today, 1) ?? today,
      }
      await write(row, 'approved')
      leave = row
      return `${patient.name} is off sick today and tomorrow. Ask again and see.`
    },
  }
}

const morning = '09:00'

const createNextMorning = ({ clock, timezone }: StageDeps): StageControl => ({
  id: 'morning',
  label: () => 'Go to the next working morning',
  run: async () => {
    clock.moveTo(nextWorkdayAt(clock.now(), morning, timezone))
    const day = new Intl.DateTimeFormat('en-GB', {
      timeZone: timezone,
      weekday: 'long',
      day: 'numeric',
      month: 'long',
    })
    return `It is ${day.format(clock.now())}, ${morning} in Berlin.`
  },
})

/** In the order in which they are shown. */
export const createStage = (dependencies: StageDeps): readonly StageControl[] => [
  createIllness(dependencies),
  createNextMorning(dependencies),
]
