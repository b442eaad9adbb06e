import type { App } from '@slack/bolt'
import type { InputBlock, KnownBlock, ModalView } from '@slack/web-api'
import { parseMoment } from '../../domain/keys/moments.js'
import { addressesOf } from '../../domain/links/address.js'
import type { LinkView } from '../../domain/links/link.js'
import { maxNameLength } from '../../domain/organization/name.js'
import type { Organization } from '../../domain/organization/organization.js'
import { bold } from '../../domain/words/message.js'
import type { Dependencies } from '../../services/dependencies.js'
import { recordLinkClosed, createLinks, type IssuedLink } from '../../services/links/links.js'
import { listTeams } from '../../services/organizations/teams.js'
import { everybody } from '../ask/controls.js'
import type { FieldState, FormState } from '../digest/form-input.js'
import { describeFault } from '../log.js'
import type { ListenerContext } from '../listeners.js'
import { context, formModal, plainText, section } from '../modal/modal.js'
import type { Submitted, SubmitArgs } from '../modal/frames.js'
import { drawLine, escape } from '../message/mrkdwn.js'
import { optionOf, teamMenu } from '../team-menu.js'
import {
  fieldErrorsOf,
  chosenValue,
  createAdminFrames,
  outdated,
  readJson,
  recordClosed,
  type AdminDesk,
} from './admin.js'
import { instantWords, type Reading } from './reading.js'
import { pageOf, pressButton, rowBlock, turnBlocks, type Room } from './rooms.js'
import type { ShowHome } from './show-home.js'

const linkIds = { create: 'home_links:new', revoke: 'home_links:revoke' } as const
const createCallback = 'home_link_new'
const revokeCallback = 'home_link_revoke'
const shownCallback = 'home_link_address'
const title = 'Links'

const isLive = ({ state }: LinkView): boolean => state === 'active'

/** The link's owner: a Slack user by their name there. */
const ownerWords = ({ owner }: LinkView): string => {
  const [, user] = /^slack:[A-Z0-9]+:([A-Z0-9]{2,30})$/.exec(owner ?? '') ?? []
  return user === undefined ? '' : ` of <@${user}>`
}

const linkWords = (link: LinkView, teams: ReadonlyMap<string, string>, reading: Reading): string => {
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
    last_used_at === null ? 'never used' : `last used ${instantWords(last_used_at, reading)}`,
    ...(expires_at === null ? [] : [`expires ${instantWords(expires_at, reading)}`]),
  ]
  return `${drawLine([bold(name)])}${ownerWords(link)} · \`${escape(start)}…\`\n${drawLine([facts.join(' · ')])}`
}

/** The organization's calendar links, for admins: never an address, only the beginning of it. */
export const createLinksRoom = (deps: Dependencies): Room => ({
  name: 'links',
  title,
  async summary({ organization }) {
    const count = (await createLinks(deps).list(organization._id)).filter(isLive).length
    return count === 0 ? 'No calendar links.' : `${count} calendar ${count === 1 ? 'link' : 'links'}`
  },
  async blocks({ organization, reading }, wanted) {
    const links = (await createLinks(deps).list(organization._id)).filter(isLive)
    const teams = new Map((await listTeams(deps.store, organization._id)).map(({ id, name }) => [id, name]))
    const { shown, ...page } = pageOf(links, wanted)
    return [
      section('Anyone with a link sees the calendar, as a web page or in a calendar app.'),
      { type: 'actions', block_id: 'home_links', elements: [pressButton(linkIds.create, 'New link')] },
      ...shown.map((link) =>
        rowBlock(
          `home_link:${link.id}`,
          linkWords(link, teams, reading),
          pressButton(linkIds.revoke, 'Revoke…', link.id),
        ),
      ),
      ...turnBlocks(page),
    ]
  },
})

const fields = ['name', 'team', 'reasons', 'show-in-slack', 'expires'] as const
type LinkField = (typeof fields)[number]

const blockOf = (field: LinkField): string => `home_link_field:${field}`
const actionOf = (field: LinkField): string => (field === 'team' ? linkTeam : field)
/** The menu of teams: a search when there are many. */
const linkTeam = 'home_link:team'

const input = (
  field: LinkField,
  label: string,
  element: InputBlock['element'],
  more: Pick<InputBlock, 'hint' | 'optional'> = {},
): KnownBlock => ({ type: 'input', block_id: blockOf(field), label: plainText(label), element, ...more })

const slackOption = optionOf('Lead to it from answers and digests', 'on')

const reasonOptions = [optionOf('Hidden', 'hidden'), optionOf('Shown, as they are', 'shown')]

const newLinkForm = async (deps: Dependencies, { _id, timezone }: Organization): Promise<ModalView> => {
  const teams = await listTeams(deps.store, _id)
  return formModal({ callback_id: createCallback, title: 'New link', submit: 'Create' }, [
    input(
      'name',
      'Name',
      { type: 'plain_text_input', action_id: 'name', max_length: maxNameLength },
      { hint: plainText('What it is for, such as Kitchen TV') },
    ),
    ...(teams.length === 0
      ? []
      : [input('team', 'It shows', teamMenu({ action_id: linkTeam, teams, chosen: null }))]),
    input('reasons', 'Reasons', {
      type: 'static_select',
      action_id: 'reasons',
      options: reasonOptions,
      initial_option: reasonOptions[0]!,
    }),
    input(
      'show-in-slack',
      'In Slack',
      { type: 'checkboxes', action_id: 'show-in-slack', options: [slackOption] },
      { hint: plainText('Anyone in a channel can open it then, so reasons must be hidden.'), optional: true },
    ),
    input(
      'expires',
      'Last day',
      { type: 'datepicker', action_id: 'expires' },
      {
        hint: plainText(`In the time zone ${timezone}. Leave it empty for a link that does not expire.`),
        optional: true,
      },
    ),
  ])
}

const copied = (text: string): KnownBlock => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_preformatted', elements: [{ type: 'text', text }] }],
})

/** The only place where an address is ever shown. Slack tells the app when this view is closed. */
const addressModal = (
  { link, token }: IssuedLink,
  { base, isKnown }: ListenerContext['address'],
): ModalView => {
  const { url, feed_url } = addressesOf(base, token)
  return {
    type: 'modal',
    callback_id: shownCallback,
    private_metadata: JSON.stringify({ link: link.id }),
    notify_on_close: true,
    title: plainText('Copy the address'),
    close: plainText('I have copied it'),
    blocks: [
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
    ],
  }
}

type LinkListenerDeps = ListenerContext & { readonly showHome: ShowHome }

const read = (values: FormState, { timezone }: Organization, now: Date) => {
  const of = (field: LinkField): FieldState => values[blockOf(field)]?.[actionOf(field)] ?? {}
  const team = of('team').selected_option?.value
  const day = of('expires').selected_date ?? undefined
  return {
    name: of('name').value ?? '',
    team: team === undefined || team === everybody ? undefined : team,
    reasons: of('reasons').selected_option?.value,
    showInSlack: (of('show-in-slack').selected_options ?? []).length > 0,
    expires: day === undefined ? undefined : (parseMoment(day, now, timezone)?.toISOString() ?? day),
  }
}

/** Admin actions on links: the verbs of `whosout links`. */
export const registerLinksRoom = (app: App, deps: LinkListenerDeps): void => {
  const { opens, submits, sentence, said } = createAdminFrames(deps, title)
  const links = createLinks(deps)

  const create = async ({ organization, actor }: AdminDesk, { view }: SubmitArgs): Promise<Submitted> => {
    const { values } = view.state as { values: FormState }
    try {
      const wish = read(values, organization, deps.now())
      // Its token is stored encrypted then.
      const cipher = wish.showInSlack ? (await deps.feeds.open(true)).cipher : null
      const issued = await createLinks({ ...deps, cipher }).create(organization._id, wish, actor)
      return { kind: 'view', view: addressModal(issued, deps.address) }
    } catch (fault) {
      return fieldErrorsOf(fault, {
        fields,
        blockOf,
        otherwise: ({ code }) =>
          code === 'not_found' ? 'team' : code === 'conflict' ? 'show-in-slack' : 'name',
      })
    }
  }

  const askRevoke = async ({ organization }: AdminDesk, id: string): Promise<ModalView> => {
    const link = (await links.list(organization._id)).find((one) => one.id === id)
    if (!link || !isLive(link)) return sentence(outdated)
    const text = [
      bold(link.name),
      ' and its address stop working now, permanently. Anyone who uses it will no longer see the calendar.',
    ] as const
    return formModal(
      { callback_id: revokeCallback, title: 'Revoke this link?', submit: 'Revoke', memory: { link: id } },
      [section(drawLine(text))],
    )
  }

  const revoke = async ({ organization, actor }: AdminDesk, { view }: SubmitArgs): Promise<Submitted> => {
    const { link: id } = readJson(view.private_metadata)
    if (typeof id !== 'string') return said(outdated)
    const { link, changed } = await links.revoke(organization._id, id, actor)
    return said(drawLine([bold(link.name), changed ? ' was revoked.' : ' was already revoked.']))
  }

  app.action(
    linkIds.create,
    opens(({ organization }) => newLinkForm(deps, organization)),
  )
  app.action(
    linkIds.revoke,
    opens((desk, args) => askRevoke(desk, chosenValue(args))),
  )
  app.view(createCallback, submits(create))
  app.view(revokeCallback, submits(revoke))
  app.view({ type: 'view_closed', callback_id: shownCallback }, (args) =>
    recordClosed(args, 'link', (...seen) => recordLinkClosed(deps, ...seen)).catch((fault: unknown) =>
      deps.log.error({ err: describeFault(fault) }, 'the closing of a new address could not be recorded'),
    ),
  )
}
