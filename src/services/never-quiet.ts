import { Problem } from '../domain/problem.js'

/** The refusal of a change for which, try after try, somebody else was faster. */
export const neverQuiet = (subject: 'organization' | 'workspace', wayOut: string): Problem =>
  new Problem('conflict', `Others change this ${subject} all the time. ${wayOut}`)
