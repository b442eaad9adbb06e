import { z } from 'zod'
import { accept, parsedText } from '../input.js'
import { parseName } from '../organization/name.js'
import { isWorkspaceId } from '../people/match.js'
import { leaveTypes } from '../presence/leave-types.js'
import { parseTypedAddress, type FeedAddress } from './feed-address.js'
import { parseEvery, type SlackSettings } from './source.js'
import { keyOf } from './tokens.js'

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

const maxIgnored = 100
const invalid = 'These source settings are invalid.'

const schema = (allowPrivate: boolean) =>
  z.object({
    url: z.string().transform((typed, context): FeedAddress => {
      const address = parseTypedAddress(typed, allowPrivate)
      if (!('issue' in address)) return address
      context.addIssue(address.issue)
      return z.NEVER
    }),
    name: parsedText(parseName, () => 'must be 1 to 80 characters on one line'),
    type: z.enum(leaveTypes, `must be one of ${leaveTypes.join(', ')}`),
    every: parsedText(parseEvery, () => 'must be from 15m to 24h, such as 30m, 1h or 1d'),
    ignore: z
      .array(z.string())
      .refine(
        (words) => words.length <= maxIgnored && words.every((word) => keyOf(word) !== ''),
        `must be at most ${maxIgnored} words`,
      ),
  })

type ReadSettings = z.infer<ReturnType<typeof schema>>

/** The given settings. */
export type GivenSettings = Partial<Omit<ReadSettings, 'url'>> & { readonly address?: FeedAddress }

/** Throws `invalid` with all issues. */
export const parseSourceSettings = (
  { member: _, ...input }: SourceInput,
  allowPrivate: boolean,
): GivenSettings => {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  const { url, ...settings } = accept(schema(allowPrivate).partial(), given, invalid) as Partial<ReadSettings>
  return url ? { ...settings, address: url } : settings
}

/** The people of a Slack workspace as a source. */
export type DirectoryInput = Omit<SlackSettings, 'members'>

const groupId = /^S[A-Z0-9]{2,20}$/

const directory = z
  .custom<DirectoryInput>()
  .refine(({ workspace }) => isWorkspaceId(workspace), {
    path: ['workspace'],
    message: 'must be the id of a workspace, such as T012AB3CD',
  })
  .refine(({ groups }) => groups.every((id) => groupId.test(id)), {
    path: ['teams'],
    message: 'must be ids of user groups, such as S012AB3CD',
  })

/** Throws `invalid` with all issues. */
export const parseDirectory = (input: DirectoryInput): DirectoryInput => accept(directory, input, invalid)
