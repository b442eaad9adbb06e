import { isDenied } from './leave.js'
import type { LeaveStatus } from '../organization/organization.js'
import { tombstoneOf } from '../records/tombstone.js'
import type { Place } from './findings.js'
import { staysAway, type Context } from './outcome.js'
import type { Stranger } from './persons.js'
import type { Rows } from './rows.js'

/** Rows of leaves that were left out because their people are not in the organization. */
export interface LeftOut {
  /** Rows that are not approved: they put nobody out. */
  readonly notApproved: number
  /** Rows of people who are skipped, and what the files call these people. */
  readonly rows: number
  readonly people: readonly string[]
}

/**
 * Collects the rows of leaves whose people are not members. People in refused rows (`refused`), and everybody while not
 * all rows about people were read, will be known as soon as those rows are mended.
 */
export const createStrangers = (
  context: Context,
  { complete, refused, people }: Pick<Rows, 'complete' | 'refused' | 'people'>,
  judge: (address: string) => Stranger,
) => {
  const { findings, skipUnknown } = context
  const skipped = new Map<string, number>()
  const unknown = new Map<string, { readonly stranger: Stranger; readonly places: Place[] }>()
  let notApproved = 0

  const report = (address: string): void => {
    const { stranger, places } = unknown.get(address)!
    // Somebody who is only named is told once.
    for (const place of people.has(address) ? places.slice(0, 1) : places)
      findings.add(place, 'email', stranger.message, stranger.value)
  }

  return {
    /** Takes a row about somebody who is not a member. */
    meet: (place: Place, address: string, status: LeaveStatus | undefined): void => {
      const tombstone = tombstoneOf(context.tombstones, context.org, { email: address })
      if (staysAway(context, place, tombstone)) return
      if (isDenied(status)) notApproved += 1
      else if (unknown.has(address)) unknown.get(address)!.places.push(place)
      else if (people.has(address) || (complete && !refused.has(address))) {
        const stranger = judge(address)
        if (stranger.isSkipped) skipped.set(stranger.name, (skipped.get(stranger.name) ?? 0) + 1)
        else unknown.set(address, { stranger, places: [place] })
      }
    },
    /** Call after the last row; `known`: the number of members whom the rows are about. */
    settle: (known: number): void => {
      const leaving = [...unknown].filter(([, { stranger }]) => skipUnknown && !stranger.isLike)
      const isMost = leaving.length > known
      if (isMost) findings.addToFile(0, tooMany, undefined, `${leaving.length} of ${leaving.length + known}`)
      for (const [address, { stranger, places }] of isMost ? [] : leaving) {
        skipped.set(stranger.name, places.length)
        unknown.delete(address)
      }
      for (const address of unknown.keys()) report(address)
    },
    leftOut: (): LeftOut => ({
      notApproved,
      rows: [...skipped.values()].reduce((sum, rows) => sum + rows, 0),
      people: [...skipped.keys()],
    }),
    /** Those who remain. */
    remaining: (): readonly Stranger[] => [...unknown.values()].map(({ stranger }) => stranger),
  }
}

export type Strangers = ReturnType<typeof createStrangers>

const tooMany =
  'has leaves of people who are mostly not in the organization, {}, so --skip-unknown leaves nobody out: check that these are the right files, or name each with --map-person "NAME=skip"'
