import type { App } from '@slack/bolt'
import type { ModalView } from '@slack/web-api'
import { z } from 'zod'
import { parseMoment } from '../../domain/keys/moments.js'
import { addressesOf } from '../../domain/links/address.js'
import type { LinkView } from '../../domain/links/link.js'
import { maxNameLength } from '../../domain/organization/name.js'
import { bold } from '../../domain/words/message.js'
import { recordLinkClosed, type IssuedLink } from '../../services/links/links.js'
import { listTeams } from '../../services/organizations/teams.js'
import { everybody, teamMenu } from '../team-menu.js'
import type { Admin } from '../admission.js'
import type { SlackServices } from '../listeners.js'
import { choice, date, text, ticks } from '../modal/fields.js'
import { adminForm, askFirst, drawForm, outdated, prefixed, readMemory, registerForm } from '../modal/form.js'
import { shownOnce } from '../modal/modal.js'
import { context, copied, pressButton, section } from '../message/elements.js'
import { drawLine, escape } from '../message/mrkdwn.js'
import { registerClosed, registerOpens } from '../modal/for-admins.js'
import { instantWords, type ViewerClock } from '../viewer-clock.js'
import { counted, pageOf, rowBlock, turnBlocks, type Room } from './rooms.js'

const linkIds = { create: 'home_links:new', revoke: 'home_links:revoke' } as const
const shownCallback = 'home_link_address'
const title = 'Links'

const isLive = ({ state }: LinkView): boolean => state === 'active'

/** The link's owner: a Slack user by their name there. */
const ownerWords = ({ owner }: LinkView): string => {
  const [, user] = /^slack:[A-Z0-9]+:([A-Z0-9]{2,30})$/.exec(owner ?? '') ?? []
  return user === undefined ? '' : ` of <@${user}>`
}

const linkWords = (link: LinkView, teams: ReadonlyMap<string, string>, clock: ViewerClock): string => {
  const { name, start, team_id, member_id, reasons, in_slack, expires_at, last_used_at } = link
  const sees =
    team_id === null
      ? member_id === null
        ? 'everybody'
        : 'one person'
      : (teams.get(team_id) ?? 'a deleted team')
  const facts = [
    sees,
    `reasons ${reasons}`,
    ...(in_slack ? ['shown in Slack'] : []),
    last_used_at === null ? 'never used' : `last used ${instantWords(last_used_at, clock)}`,
    ...(expires_at === null ? [] : [`expires ${instantWords(expires_at, clock)}`]),
  ]
  return `${drawLine([bold(name)])}${ownerWords(link)} · \`${escape(start)}…\`\n${drawLine([facts.join(' · ')])}`
}

/** The organization's calendar links, for admins: never an address, only the beginning of it. */
export const linksRoom: Room = {
  name: 'links',
  title,
  async state({ organization }, { sharedLinks }) {
    const count = (await sharedLinks.list(organization._id)).filter(isLive).length
    const said = count === 0 ? 'No calendar links.' : counted(count, 'calendar link')
    return { said, main: pressButton(linkIds.create, 'New link') }
  },
  async blocks({ organization, clock }, { sharedLinks, store }, wanted) {
    const links = (await sharedLinks.list(organization._id)).filter(isLive)
    const teams = new Map((await listTeams(store, organization._id)).map(({ id, name }) => [id, name]))
    const { shown, ...page } = pageOf(links, wanted)
    return [
      section('Anyone with a link sees the calendar, as a web page or in a calendar app.'),
      { type: 'actions', block_id: 'home_links', elements: [pressButton(linkIds.create, 'New link')] },
      ...shown.map((link) =>
        rowBlock(
          `home_link:${link.id}`,
          linkWords(link, teams, clock),
          pressButton(linkIds.revoke, 'Revoke…', link.id),
        ),
      ),
      ...turnBlocks(page),
    ]
  },
}

const idsOf = prefixed('home_link_field')

const newLink = adminForm({
  callback: 'home_link_new',
  title,
  fields: ['name', 'team', 'reasons', 'show-in-slack', 'expires'],
  /** The menu of teams is a search when there are many. */
  idsOf: (field) => ({ ...idsOf(field), ...(field === 'team' && { action: 'home_link:team' }) }),
  memory: z.object({}),
  placeOf: ({ code }) => (code === 'not_found' ? 'team' : code === 'conflict' ? 'show-in-slack' : 'name'),
  async run({ entered, who: { organization, actor } }, services) {
    const team = entered.chosen('team')
    const day = entered.chosen('expires')
    const showInSlack = entered.ticked('show-in-slack').length > 0
    const wish = {
      name: entered.text('name'),
      team: team === everybody ? undefined : team,
      reasons: entered.chosen('reasons'),
      showInSlack,
      expires: day && (parseMoment(day, services.now(), organization.timezone)?.toISOString() ?? day),
    }
    const links = showInSlack ? await services.openEncryptedLinks() : services.sharedLinks
    return addressModal(await links.create(organization._id, wish, actor), services.address)
  },
})

const drawNewLink = async (
  { organization: { _id, timezone } }: Admin,
  { store }: SlackServices,
): Promise<ModalView> => {
  const teams = await listTeams(store, _id)
  return drawForm(newLink, {
    title: 'New link',
    submit: 'Create',
    memory: {},
    fields: {
      name: {
        label: 'Name',
        element: text({ max: maxNameLength }),
        hint: 'What it is for, such as Kitchen TV',
      },
      team: teams.length > 0 && {
        label: 'It shows',
        element: (action_id) => teamMenu({ action_id, teams, chosen: null }),
      },
      reasons: {
        label: 'Reasons',
        element: choice({ hidden: 'Hidden', shown: 'Shown, as they are' }, 'hidden'),
      },
      'show-in-slack': {
        label: 'In Slack',
        element: ticks({ on: 'Link to it from answers and digests' }, []),
        hint: 'Anyone in a channel can then open it, so reasons must be hidden.',
        optional: true,
      },
      expires: {
        label: 'Last day',
        element: date(),
        hint: `In the time zone ${timezone}. Leave it empty for a link that does not expire.`,
        optional: true,
      },
    },
  })
}

/** The only place where an address is ever shown. Slack tells the app when this view is closed. */
const addressModal = (
  { link, token }: IssuedLink,
  { base, isKnown }: SlackServices['address'],
): ModalView => {
  const { url, feed_url } = addressesOf(base, token)
  return shownOnce({ callback_id: shownCallback, title: 'Copy the address', memory: { link: link.id } }, [
    section(
      drawLine(['The address of ', bold(link.name), ' is shown only once. Copy it before you close this.']),
    ),
    section('*Web page*'),
    copied(url),
    section('*Feed for calendar apps*'),
    copied(feed_url),
    ...(isKnown
      ? []
      : [
          context(
            `\`BASE_URL\` is not set, so this address works only on the machine that runs whosout.${link.slack_token ? ' Answers in Slack do not link to it.' : ''}`,
          ),
        ]),
  ])
}

const linkMemory = z.object({ link: z.string() })

const revokeLink = adminForm({
  callback: 'home_link_revoke',
  title,
  fields: [],
  idsOf,
  memory: linkMemory,
  async run({ memory, who: { organization, actor } }, { sharedLinks }) {
    const { link, changed } = await sharedLinks.revoke(organization._id, memory.link, actor)
    return drawLine([bold(link.name), changed ? ' was revoked.' : ' was already revoked.'])
  },
})

const askRevoke = async (
  { organization }: Admin,
  id: string,
  { sharedLinks }: SlackServices,
): Promise<ModalView | string> => {
  const link = (await sharedLinks.list(organization._id)).find((one) => one.id === id)
  if (!link || !isLive(link)) return outdated
  const says = drawLine([
    bold(link.name),
    ' and its address stop working now, permanently. Anyone who uses it will no longer see the calendar.',
  ])
  return askFirst(revokeLink, { title: 'Revoke this link?', submit: 'Revoke', memory: { link: id }, says })
}

/** Admin actions on links: the commands of `whosout links`. */
export const registerLinksRoom = (app: App, services: SlackServices): void => {
  registerOpens(app, services, title, {
    [linkIds.create]: (admin, _, all) => drawNewLink(admin, all),
    [linkIds.revoke]: askRevoke,
  })
  registerForm(app, services, newLink)
  registerForm(app, services, revokeLink)
  registerClosed(app, services, {
    callback: shownCallback,
    what: 'address',
    idIn: (metadata) => readMemory(linkMemory, metadata)?.link,
    record: (...closed) => recordLinkClosed(services, ...closed),
  })
}
