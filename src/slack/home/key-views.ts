import type { ModalView } from '@slack/web-api'
import type { ApiKey } from '../../domain/keys/key.js'
import { bold, code, plainLine, type Line } from '../../domain/words/message.js'
import type { IssuedSecret } from '../../services/keys/keys.js'
import type { createKeyLists } from '../../services/keys/lists.js'
import { shownModal, shownOnce } from '../modal/modal.js'
import { context, copied, section } from '../message/elements.js'
import { drawLine, escape } from '../message/mrkdwn.js'
import type { KeyVerb } from './key-list.js'
import { instantWords, type ViewerClock } from '../viewer-clock.js'

export const secretCallback = 'home_key_secret'

const unconfirmed =
  'The store did not confirm this. Try the secret or check the list of keys before you rely on it.'

/** The only place where a secret is ever shown. Slack tells the app when this view is closed. */
export const secretModal = (
  { key, secret, confirmed, twin }: IssuedSecret,
  clock: ViewerClock,
): ModalView => {
  const previous = key.secrets[1]?.valid_until ?? null
  const intro: Line = [
    'The secret of ',
    bold(key.name),
    ' is shown only once. Copy it before you close this.',
  ]
  return shownOnce({ callback_id: secretCallback, title: 'Copy the secret', memory: { key: key.id } }, [
    section(drawLine(intro)),
    copied(secret),
    context(drawLine(['Programs send it as ', code('Authorization: Bearer …')])),
    ...(twin === null
      ? []
      : [
          context(
            drawLine([
              'Another key has this name, too; its secret starts with ',
              code(`${twin.secrets[0]?.start ?? ''}…`),
              '.',
            ]),
          ),
        ]),
    ...(previous === null
      ? []
      : [context(escape(`The previous secret works until ${instantWords(previous, clock)}.`))]),
    ...(confirmed ? [] : [section(unconfirmed)]),
  ])
}

/** The actor: a Slack user by their name there, anyone else as the command line recorded them. */
const whoWords = (who: string): string => {
  const [, id] = /^slack:([A-Z0-9]{2,30})$/.exec(who) ?? []
  return id === undefined ? drawLine([who]) : `<@${id}>`
}

const happened = ({ what }: LoggedEvent): string =>
  what === 'secret_closed' ? ': the pop-up with the new secret was closed' : ` ${what.replaceAll('_', ' ')}`

/** The number of log lines that one modal shows. */
export const maxEvents = 50

type LoggedEvent = Awaited<ReturnType<ReturnType<typeof createKeyLists>['events']>>[number]

const eventText = (event: LoggedEvent, names: ReadonlyMap<string, string>, clock: ViewerClock): string => {
  const about: Line = event.key === '' ? ['all keys'] : [bold(names.get(event.key) ?? event.key)]
  const at = instantWords(event.at, clock)
  return `${escape(at)} · ${drawLine(about)}${escape(happened(event))} · ${whoWords(event.who)}`
}

/** The log of one key or of all, newest line first. `names`: of the keys, by id. */
export const eventsModal = (
  events: readonly LoggedEvent[],
  names: ReadonlyMap<string, string>,
  clock: ViewerClock,
): ModalView =>
  shownModal(
    'Events of API keys',
    events.length === 0
      ? [section('Nothing has happened yet.')]
      : [
          ...events.slice(0, maxEvents).map((event) => context(eventText(event, names, clock))),
          ...(events.length > maxEvents ? [context(`Only the last ${maxEvents} are shown here.`)] : []),
        ],
  )

const past = { disable: 'disabled', enable: 'enabled', revoke: 'revoked' } as const

export const changedText = (
  verb: Exclude<KeyVerb, 'events' | 'rotate'>,
  { name }: Pick<ApiKey, 'name'>,
  changed: boolean,
): string => drawLine([bold(name), changed ? ` is ${past[verb]} now.` : ` was ${past[verb]} already.`])

/** Plain text, for the field of a form. */
export const rotatedJustNow = (name: string): string =>
  plainLine([
    bold(name),
    ' was rotated less than a minute ago. Wait a minute, and ask the person who rotated it.',
  ])
