import type { WebClient } from '@slack/web-api'
import type { Organization } from '../domain/organization.js'
import { findUnmatched } from '../services/members.js'
import type { Dependencies } from '../services/dependencies.js'
import { describeFault, type Log } from './log.js'
import { profileOf, type Profile } from './people.js'

/** People of one page, and the most pages: more people are not looked through. */
const pageSize = 1_000
const mostPages = 20

/** Every full member of a workspace, as Slack lists them. Rejects with what Slack's client throws. */
export const listPeople = async (client: WebClient, workspace: string): Promise<readonly Profile[]> => {
  const found: Profile[] = []
  let cursor: string | undefined
  for (let pages = 0; pages < mostPages; pages++) {
    const { members = [], response_metadata } = await client.users.list({
      limit: pageSize,
      ...(cursor === undefined ? {} : { cursor }),
    })
    found.push(...members.map((user) => profileOf(user, workspace)))
    cursor = response_metadata?.next_cursor
    if (!cursor) break
  }
  return found.filter(({ standing }) => standing === 'member')
}

/** Milliseconds that a list is believed, and that an answer waits for one. */
const believedFor = 3_600_000
const patience = 1_500

export interface Directory {
  /** Names of people whom no member is; none while that is not known. Never rejects, and does not keep an answer waiting. */
  unmatched(
    client: WebClient,
    workspace: string,
    organization: Pick<Organization, '_id'>,
  ): Promise<readonly string[]>
}

interface DirectoryDeps {
  readonly store: Dependencies['store']
  readonly log: Log
  readonly now: () => Date
}

export const createDirectory = ({ store, log, now }: DirectoryDeps): Directory => {
  const lists = new Map<string, { readonly until: number; readonly people: Promise<readonly Profile[]> }>()

  const peopleOf = (client: WebClient, workspace: string): Promise<readonly Profile[]> => {
    const time = now().getTime()
    const known = lists.get(workspace)
    if (known && known.until > time) return known.people
    const people = listPeople(client, workspace).catch((fault: unknown) => {
      log.warn({ err: describeFault(fault), workspace }, 'the people of a workspace cannot be listed')
      return []
    })
    lists.set(workspace, { until: time + believedFor, people })
    return people
  }

  const look = async (client: WebClient, workspace: string, org: string): Promise<readonly string[]> => {
    const people = await peopleOf(client, workspace)
    return (await findUnmatched(store, org, people)).map(({ name }) => name)
  }

  return {
    unmatched: (client, workspace, { _id }) =>
      new Promise((resolve) => {
        const late = setTimeout(() => resolve([]), patience)
        const none = (): readonly string[] => []
        void look(client, workspace, _id)
          .catch(none)
          .then(resolve)
          .finally(() => clearTimeout(late))
      }),
  }
}
