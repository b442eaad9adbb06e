import type { KnownBlock } from '@slack/web-api'
import type { Member } from '../../domain/organization/organization.js'
import { bold } from '../../domain/words/message.js'
import type { ListedMatch } from '../../services/people/people.js'
import type { ListedMember } from '../../services/records/members.js'
import { context, plainText, pressButton, section } from '../message/elements.js'
import { drawLine } from '../message/mrkdwn.js'
import type { Profile } from '../people/profiles.js'
import { memberMenu } from './member-menu.js'
import {
  counted,
  pageOf,
  rowBlock,
  turnBlocks,
  type Room,
  type RoomServices,
  type RoomVisit,
} from './rooms.js'

export const peopleIds = {
  find: 'home_people:find',
  match: 'home_people:match',
  unmatch: 'home_people:unmatch',
  open: 'home_people:open',
  enter: 'home_people:enter',
} as const

const enterButton = pressButton(peopleIds.enter, 'Enter days off…')

interface PeopleFacts {
  readonly members: readonly ListedMember[]
  /** Null: Slack did not list them. */
  readonly inSlack: {
    readonly unmatched: readonly Profile[]
    readonly without: readonly Member[]
  } | null
  /** Matches made by hand in this workspace. */
  readonly matches: readonly ListedMatch[]
}

const factsOf = async (
  { matches, members, directory }: RoomServices,
  { client, workspace, organization: { _id: org } }: RoomVisit,
): Promise<PeopleFacts> => {
  const [all, listed, made] = await Promise.all([
    members.list(org, {}),
    directory.people(client, workspace),
    matches.matches(org),
  ])
  const inSlack =
    listed === null
      ? null
      : { unmatched: await matches.unmatched(org, listed), without: await matches.withoutSlack(org, listed) }
  return { members: all, inSlack, matches: made.filter(({ match }) => match.workspace === workspace) }
}

const countWords = ({ members, inSlack }: PeopleFacts): string => {
  const active = members.filter((member) => member.active).length
  const gone = members.length - active
  return [
    counted(active, 'active member'),
    ...(gone === 0 ? [] : [`${gone} deactivated`]),
    ...(inSlack === null
      ? ['Slack did not list its people']
      : [
          ...(inSlack.unmatched.length === 0
            ? []
            : [
                counted(inSlack.unmatched.length, 'person in Slack is', 'people in Slack are') +
                  ' not matched with a member',
              ]),
          ...(inSlack.without.length === 0
            ? []
            : [`${counted(inSlack.without.length, 'member')} not in Slack`]),
        ]),
  ].join(' · ')
}

/** Only admins are shown addresses. */
const unmatchedRow = ({ id, name, email }: Profile): KnownBlock =>
  rowBlock(
    `home_unmatched:${id}`,
    drawLine([
      bold(name),
      ' · ',
      email === null ? 'Slack shows no e-mail address' : { code: email },
      '\nin Slack, but not a member',
    ]),
    pressButton(peopleIds.match, 'Match…', id),
  )

const withoutRow = ({ id, name, email }: Member): KnownBlock =>
  rowBlock(
    `home_without:${id}`,
    drawLine([bold(name), ' · ', { code: email }, '\na member, but not in Slack']),
    pressButton(peopleIds.open, 'Open', id),
  )

const matchedRow = ({ match: { user }, member }: ListedMatch): KnownBlock =>
  rowBlock(`home_matched:${user}`, `<@${user}> is ${drawLine([bold(member.name)])}\nmatched by hand`, {
    ...pressButton(peopleIds.unmatch, 'Undo', user),
    confirm: {
      title: plainText('Undo this match?'),
      text: plainText('This person will be matched by e-mail address again.'),
      confirm: plainText('Undo'),
      deny: plainText('Cancel'),
    },
  })

const findBlocks = (members: readonly ListedMember[]): readonly KnownBlock[] => {
  if (members.length === 0)
    return [
      context(
        'There are no members yet. The person who runs whosout can add them from a file or from Slack.',
      ),
    ]
  const menu = memberMenu(peopleIds.find, members, 'Find a member')
  return [{ type: 'actions', block_id: 'home_people', elements: [menu, enterButton] }]
}

/** Who in Slack is matched with a member, and who is not, for admins. */
export const peopleRoom: Room = {
  name: 'people',
  title: 'People',
  state: async (visit, services) => ({
    said: countWords(await factsOf(services, visit)),
    main: enterButton,
  }),
  async blocks(visit, services, wanted) {
    const facts = await factsOf(services, visit)
    const { members, inSlack, matches } = facts
    const rows = [
      ...(inSlack?.unmatched ?? []).map(unmatchedRow),
      ...(inSlack?.without ?? []).map(withoutRow),
      ...matches.map(matchedRow),
    ]
    const { shown, ...page } = pageOf(rows, wanted)
    return [
      section(countWords(facts)),
      ...findBlocks(members),
      ...(rows.length === 0 && inSlack !== null
        ? [context('Everyone in Slack is a member, and every member is in Slack.')]
        : []),
      ...shown,
      ...turnBlocks(page),
    ]
  },
}
