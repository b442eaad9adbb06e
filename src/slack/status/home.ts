import type { App } from '@slack/bolt'
import type { KnownBlock, ModalView } from '@slack/web-api'
import { memberInSlack } from '../../services/people/people.js'
import type { ListedStatus, StatusReason } from '../../services/statuses/list.js'
import type { Requester } from '../admission.js'
import type { Listener, PressArgs, SlackServices } from '../listeners.js'
import { context, plainText, pressButton, section } from '../message/elements.js'
import { escape } from '../message/mrkdwn.js'
import { viewOf } from '../modal/frames.js'
import { sentenceModal, shownModal, updateModal } from '../modal/modal.js'
import { instantWords, type ViewerClock } from '../viewer-clock.js'

const statusIds = { show: 'home_status:show', stop: 'home_status:stop', go: 'home_status:go' } as const

const title = 'Your status'

/** Why nothing of ours is shown to others now. */
const reasonWords: Readonly<Record<StatusReason, string>> = {
  not_connected: 'It can say how long you are out, but never why.',
  not_out: 'From your next day off on, it says how long you are out.',
  not_yet: 'Once your time off begins today, it says how long you are out.',
  waiting: 'It will be set within a minute or two.',
  removed: 'You removed it, so it stays off for this absence.',
  own_status: 'You wrote a status of your own, which stays for this absence.',
  locked: 'It is locked by your workspace: people cannot change their profile.',
}

/** Milliseconds: what waits for less is said to come at once. */
const soon = 120_000

const stateWords = ({ status, reason, not_before }: ListedStatus, clock: ViewerClock): string => {
  if (reason === null) return status ? `It says: ${status.emoji} ${escape(status.text)}` : ''
  const isPaused =
    reason === 'waiting' && not_before !== null && Date.parse(not_before) - clock.now.getTime() > soon
  return isPaused
    ? `Paused: you have a status of your own until ${instantWords(not_before, clock)}; then it shows your days off.`
    : reasonWords[reason]
}

/** The member whose status it is; null: the workspace's people may ask, but this one is no member. */
const personOf = async ({ store }: Pick<SlackServices, 'store'>, asker: Requester) => {
  const profile = await asker.admit()
  if ('refused' in profile) return null
  const { organization, workspace, user } = asker
  const member = await memberInSlack(store, organization._id, profile)
  return member?.active ? { org: organization._id, member_id: member.id, workspace, user } : null
}

/** What an admin of whosout has to set up first; null: nothing. */
const missingIn = ({ consentApp, address }: SlackServices): string | null => {
  if (!consentApp)
    return 'This is not set up here. Whoever runs whosout has to set SLACK_CLIENT_ID, SLACK_CLIENT_SECRET and ENCRYPTION_KEY.'
  return address.isKnown
    ? null
    : 'This is not set up here. Whoever runs whosout has to set BASE_URL, the address at which Slack can send you back.'
}

const showButton = pressButton(statusIds.show, 'Show my days off in my status')

/** Whether a person's status shows their days off, and the button for that; nothing for people who are no members. */
export const statusBlocks = async (
  services: SlackServices,
  asker: Requester,
  clock: ViewerClock,
): Promise<readonly KnownBlock[]> => {
  const person = await personOf(services, asker)
  const [listed] = person ? await services.listStatuses(person.org, person.member_id) : []
  if (!listed) return []
  const isMissing = !listed.connected && missingIn(services) !== null
  const state = listed.connected ? 'on' : isMissing ? 'not set up yet' : 'off'
  const said = isMissing ? 'An admin has to set something up first.' : stateWords(listed, clock)
  const words = section(`*Your status in Slack* · ${state}\n${said}`)
  return listed.connected
    ? [{ ...words, accessory: pressButton(statusIds.stop, 'Stop') }]
    : [words, { type: 'actions', elements: [showButton] }]
}

/** Below the first days off that a person entered: a quiet offer, where it can be taken and they have not agreed. */
export const statusOffer = async (
  services: SlackServices,
  asker: Requester,
): Promise<readonly KnownBlock[]> => {
  const person = missingIn(services) === null ? await personOf(services, asker) : null
  if (!person || (await services.statuses.find(person))) return []
  return [context('Your status in Slack can say so too.'), { type: 'actions', elements: [showButton] }]
}

const openConsent: Listener<PressArgs, ModalView> = async (_args, asker, services) => {
  const missing = missingIn(services)
  if (missing !== null) return sentenceModal(title, missing)
  const person = await personOf(services, asker)
  if (!person) return sentenceModal(title, 'Only active members can do this.')
  const state = await services.installStates.issue(null, person)
  const url = `${services.address.base}/slack/status/connect?state=${state}`
  return shownModal(title, [
    section(
      'On the first morning of an absence your status says how long you are out, but never why. Whatever you write there yourself stays, and you can stop at any time.',
    ),
    section('Slack asks you once to let whosout change your status. The button works for ten minutes.'),
    {
      type: 'actions',
      elements: [
        {
          type: 'button',
          action_id: statusIds.go,
          text: plainText('Continue in Slack'),
          url,
          style: 'primary',
        },
      ],
    },
  ])
}

const stop: Listener<PressArgs, ModalView> = async (_args, asker, services) => {
  const person = await personOf(services, asker)
  const consent = person && (await services.statuses.stop(person))
  const refusal = consent && (await services.endStatus(consent))
  await services.showHome(asker)
  return sentenceModal(
    title,
    refusal
      ? 'Your days off are no longer put into your status. Slack did not answer, so what is there, and your permission, will be removed soon.'
      : 'Your status no longer shows your days off, and whosout has given back your permission.',
  )
}

export const registerStatus = (app: App, services: SlackServices): void => {
  app.action(statusIds.show, services.open(openConsent))
  app.action(statusIds.stop, services.open(stop))
  // Opens the browser by itself; Slack tells us all the same. The link is good once, so it goes.
  app.action(
    statusIds.go,
    services.press((args) =>
      updateModal(
        args.client,
        viewOf(args),
        sentenceModal(
          title,
          'Continue in your browser, where Slack asks for your consent. Then open Home again: it says whether your status is on.',
        ),
      ),
    ),
  )
}
