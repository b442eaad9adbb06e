import type { Day } from '../../calendar/day.js'
import type { Link } from '../../domain/links/link.js'
import { createBuilds, type BuildQueue } from '../builds.js'
import { compress } from '../compress.js'
import type { OpenedLink } from './access.js'

/** What a link leads to: built once, and kept for those who ask again. */
export interface LinkBody {
  readonly body: Buffer
  readonly etag: string
  /** When it was built. */
  readonly at: Date
  /** Its compressed form, made when first requested. */
  readonly zip: () => Promise<Buffer>
}

/** What was built, and from which revision of the organization. */
export interface BuiltBody extends Pick<LinkBody, 'body' | 'etag' | 'at'> {
  readonly revision: number
}

/** What is asked of a link: `choices` are those of its reader. */
export interface LinkQuestion extends OpenedLink {
  readonly choices: string
  readonly today: Day
}

interface KeptBody {
  /** Everything besides the question that the body depends on. */
  readonly state: string
  readonly shown: LinkBody
  bytes: number
}

/** Bytes of all bodies with their compressed forms, and what each takes besides. */
const defaultLimit = 48 * 2 ** 20
const overhead = 1_024

/** What the content of a link depends on; the token, because the page contains it. */
const stateOfLink = ({ hash, event_key, team_id, member_id, reasons }: Link): string =>
  [hash, event_key, team_id, member_id, reasons].join()

/** Bodies by question and revision. The organization that keeps most loses its oldest first, and nobody else's. */
export const createLinkBodies = (queue: BuildQueue, limit = defaultLimit) => {
  const build = createBuilds<LinkBody>(queue)
  const kept = new Map<string, Map<string, KeptBody>>()
  const totals = new Map<string, number>()
  let total = 0

  const count = (org: string, bytes: number): void => {
    total += bytes
    totals.set(org, (totals.get(org) ?? 0) + bytes)
  }

  const drop = (org: string, name: string): void => {
    const bodies = kept.get(org)
    const known = bodies?.get(name)
    if (!bodies || !known) return
    bodies.delete(name)
    count(org, -known.bytes)
    if (bodies.size > 0) return
    kept.delete(org)
    totals.delete(org)
  }

  const trim = (): void => {
    while (total > limit) {
      const [org] = [...totals].reduce((most, one) => (one[1] > most[1] ? one : most))
      drop(org, kept.get(org)!.keys().next().value!)
    }
  }

  const keep = (org: string, name: string, one: KeptBody): void => {
    drop(org, name)
    kept.set(org, (kept.get(org) ?? new Map<string, KeptBody>()).set(name, one))
    count(org, one.bytes)
    trim()
  }

  const shownOf = ({ body, etag, at }: BuiltBody, grown: (bytes: number) => void): LinkBody => {
    let zipped: Promise<Buffer> | undefined
    const zip = async (): Promise<Buffer> => {
      const form = await compress(body, 'gzip')
      grown(form.length)
      return form
    }
    return { body, etag, at, zip: () => (zipped ??= zip()) }
  }

  /** `make` runs once for all who ask the same; `signal` is aborted when the caller is gone. Throws `busy`. */
  return (
    { organization, link, choices, today }: LinkQuestion,
    signal: () => AbortSignal,
    make: (signal: AbortSignal) => Promise<BuiltBody>,
  ): LinkBody | Promise<LinkBody> => {
    const { _id: org, revision } = organization
    const name = `${link._id} ${choices}`
    const state = `${revision} ${today} ${stateOfLink(link)}`
    const known = kept.get(org)?.get(name)
    if (known?.state === state) {
      // The most recently used is the last.
      kept.get(org)!.delete(name)
      kept.get(org)!.set(name, known)
      return known.shown
    }
    return build(org, `${name} ${state}`, signal(), async (running) => {
      const built = await make(running.signal)
      const one: KeptBody = {
        state,
        shown: shownOf(built, (bytes) => {
          if (kept.get(org)?.get(name) !== one) return
          one.bytes += bytes
          count(org, bytes)
          trim()
        }),
        bytes: built.body.length + overhead,
      }
      // After a restore from a backup, a body of a later revision could be taken for one of this revision.
      if (built.revision === revision) keep(org, name, one)
      return one.shown
    })
  }
}
export type LinkBodies = ReturnType<typeof createLinkBodies>
