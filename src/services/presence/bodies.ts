import type { Answer } from '../../domain/presence/presence.js'
import { compress, type Coding } from '../compress.js'
import { createKept } from '../kept.js'

/** An answer, and its compressed forms if it is kept: each is made when it is first asked for. */
export interface GivenAnswer extends Answer {
  readonly compress?: (coding: Coding) => Promise<Buffer>
}

/** About the bytes that an answer, and each compressed form, takes besides those that are sent. */
const overhead = { answer: 1_200, form: 700 }

/** Finished bodies of one roll by their questions, up to `limit` bytes. */
export const createBodies = (limit: number, grown: (bytes: number) => void) => {
  const kept = createKept<GivenAnswer>(limit, grown)
  return {
    get: kept.use,
    keep(name: string, plain: Answer): void {
      const forms = new Map<Coding, Promise<Buffer>>()
      const answer: GivenAnswer = {
        ...plain,
        compress: (coding) => {
          const known = forms.get(coding)
          if (known) return known
          const form = compress(plain.body, coding)
          forms.set(coding, form)
          void form.then(
            ({ length }) => kept.grow(name, answer, length + overhead.form),
            () => forms.delete(coding),
          )
          return form
        },
      }
      kept.keep(name, answer, plain.body.length + overhead.answer)
    },
  }
}
export type Bodies = ReturnType<typeof createBodies>
