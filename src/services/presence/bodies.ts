import type { Answer } from '../../domain/presence/presence.js'
import { compress, type Coding } from '../compress.js'

type Compress = (coding: Coding) => Promise<Buffer>

/** An answer, and its compressed forms if it is kept: each is made when it is first asked for. */
export interface GivenAnswer extends Answer {
  readonly compress?: Compress
}

interface FinishedBody {
  readonly answer: GivenAnswer
  bytes: number
}

/** Finished bodies of one roll by their questions, up to `limit` bytes: the least recently used one goes first. */
export const createBodies = (limit: number, grown: (bytes: number) => void) => {
  const kept = new Map<string, FinishedBody>()
  let total = 0

  const count = (body: FinishedBody, bytes: number): void => {
    body.bytes += bytes
    total += bytes
    grown(bytes)
  }

  const trim = (): void => {
    for (const [oldest, body] of kept) {
      if (total <= limit || kept.size === 1) return
      kept.delete(oldest)
      count(body, -body.bytes)
    }
  }

  const createCompress = (name: string, plain: Answer): Compress => {
    const forms = new Map<Coding, Promise<Buffer>>()
    return (coding) => {
      const known = forms.get(coding)
      if (known) return known
      const form = compress(plain.body, coding)
      forms.set(coding, form)
      void form.then(
        ({ length }) => {
          const body = kept.get(name)
          if (!body) return
          count(body, length)
          trim()
        },
        () => forms.delete(coding),
      )
      return form
    }
  }

  return {
    get(name: string): GivenAnswer | undefined {
      const body = kept.get(name)
      if (!body) return undefined
      kept.delete(name)
      kept.set(name, body)
      return body.answer
    },

    keep(name: string, plain: Answer): void {
      const body = { answer: { ...plain, compress: createCompress(name, plain) }, bytes: 0 }
      kept.set(name, body)
      count(body, plain.body.length)
      trim()
    },
  }
}
export type Bodies = ReturnType<typeof createBodies>
