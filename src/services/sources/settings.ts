import { parseName } from '../../domain/organization/name.js'
import { Problem, type Issue } from '../../domain/problem.js'
import { leaveTypes, type LeaveType } from '../../domain/presence/privacy.js'
import { parseFeedAddress, type FeedAddress } from '../../domain/sources/address.js'
import { parseEvery } from '../../domain/sources/source.js'
import { keyOf } from '../../domain/sources/tokens.js'

/** Settings of a source as typed. */
export interface SourceInput {
  readonly name?: string | undefined
  readonly url?: string | undefined
  /** The e-mail address of the calendar's owner. */
  readonly member?: string | undefined
  readonly type?: string | undefined
  readonly every?: string | undefined
  readonly ignore?: readonly string[] | undefined
}

/** The given settings. */
export interface ParsedSettings {
  readonly name?: string
  readonly address?: FeedAddress
  readonly type?: LeaveType
  readonly every?: number
  readonly ignore?: readonly string[]
}

const maxIgnored = 100

/** Reports all problems at once. */
export const parseInput = (input: SourceInput, allowPrivate: boolean): ParsedSettings => {
  const issues: Issue[] = []
  const check = <T>(name: string, value: T | null, message: string): T | undefined => {
    if (value !== null) return value
    issues.push({ path: [name], message })
    return undefined
  }
  const { name, url, type, every, ignore } = input
  const address = url === undefined ? undefined : parseFeedAddress(url, allowPrivate)
  if (address && 'issue' in address) issues.push({ path: ['url'], message: address.issue })
  const parsed = {
    name:
      name === undefined
        ? undefined
        : check('name', parseName(name), 'must be 1 to 80 characters on one line'),
    type:
      type === undefined
        ? undefined
        : check(
            'type',
            leaveTypes.find((one) => one === type) ?? null,
            `must be one of ${leaveTypes.join(', ')}`,
          ),
    every:
      every === undefined
        ? undefined
        : check('every', parseEvery(every), 'must be from 15m to 24h, such as 30m, 1h or 1d'),
    ignore:
      ignore === undefined
        ? undefined
        : check(
            'ignore',
            ignore.length <= maxIgnored && ignore.every((word) => keyOf(word) !== '') ? ignore : null,
            `must be at most ${maxIgnored} words`,
          ),
  }
  if (issues.length > 0) throw new Problem('invalid', 'These source settings are invalid.', { issues })
  return {
    ...Object.fromEntries(Object.entries(parsed).filter(([, value]) => value !== undefined)),
    ...(address && !('issue' in address) ? { address } : {}),
  }
}
