import { drawBlocks } from './blocks.js'
import { drawIcon, make } from './dom.js'
import { drawMrkdwn } from './mrkdwn.js'

const eye =
  'M1.5 10S4.5 4.5 10 4.5 18.5 10 18.5 10 15.5 15.5 10 15.5 1.5 10 1.5 10ZM10 7.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z'

const hues = 6
const hueOf = (name) => [...name].reduce((sum, character) => sum + character.codePointAt(0), 0) % hues

const initialsOf = (name) =>
  name
    .split(' ')
    .map(([first]) => first)
    .slice(0, 2)
    .join('')

const drawAvatar = ({ name, isApp }) =>
  isApp
    ? make('img', { class: 'avatar', src: '/demo/icon.svg', alt: '', width: '36', height: '36' })
    : make('span', { class: `avatar hue-${hueOf(name)}`, 'aria-hidden': 'true' }, initialsOf(name))

/** "12:34" or "3:34 AM", as the reader writes it. */
export const timeWords = (instant, { timezone, locale }) =>
  new Intl.DateTimeFormat(locale, { timeZone: timezone, hour: 'numeric', minute: '2-digit' }).format(instant)

const drawTime = (at, reader) => make('time', { datetime: at }, timeWords(new Date(at), reader))

/** The emoji that the app sets by itself; any other is shown as it is written. */
export const emojis = { ':palm_tree:': '🌴', ':speech_balloon:': '💬' }

/** What Slack shows beside a name. */
const drawStatus = ({ emoji, text }) =>
  make(
    'span',
    { class: 'status', title: text, 'aria-label': `Status: ${text}`, role: 'img' },
    emojis[emoji] ?? emoji,
  )

/** The Home tab is not a message: it has no author and no time. */
const drawHome = ({ blocks }, facts) =>
  make('li', { class: 'home', tabindex: '-1' }, drawBlocks(blocks, facts))

/** The menu of a message, with what the app offers on it; one that only one person sees has none in Slack either. */
const drawMenu = ({ ts, author }, { shortcuts, choose }) =>
  make(
    'details',
    { class: 'menu more' },
    make(
      'summary',
      { title: 'More actions', 'aria-label': `More actions on what ${author.name} wrote` },
      '⋯',
    ),
    make(
      'ul',
      { class: 'items' },
      shortcuts
        .filter(({ isOnMessages }) => isOnMessages)
        .map(({ id, name }) =>
          make('li', {}, make('button', { type: 'button', onclick: () => choose(id, ts) }, name)),
        ),
    ),
  )

const drawMessage = (message, { you, facts, press, isHome, menu }) => {
  const { author, blocks, text } = message
  const act = (block, element, choice) => press(message, block, element, choice)
  if (isHome) return drawHome(message, { ...facts, act })
  return make(
    'li',
    { class: `message ${message.isPrivate ? 'private' : ''}`, tabindex: '-1' },
    message.isPrivate ? make('p', { class: 'only' }, drawIcon(eye), 'Only visible to you') : null,
    message.isPrivate ? null : drawMenu(message, menu),
    drawAvatar(author),
    make(
      'div',
      { class: 'body' },
      make(
        'p',
        { class: 'by' },
        make('b', {}, author.name),
        author.status ? drawStatus(author.status) : null,
        author.isApp ? make('span', { class: 'badge' }, 'APP') : null,
        drawTime(message.at, you),
        message.isEdited ? make('span', { class: 'edited' }, '(edited)') : null,
      ),
      blocks.length > 0
        ? drawBlocks(blocks, { ...facts, act })
        : make('div', { class: 'block text' }, drawMrkdwn(text, facts)),
    ),
  )
}

const dayOf = (at, { timezone }) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  }).format(new Date(at))

const drawDay = (day) => make('li', { class: 'day' }, make('span', {}, day))

/** The beginning of the app's direct messages. */
const drawDirect = () =>
  make(
    'li',
    { class: 'beginning' },
    make('p', { class: 'lead' }, 'Ask whosout, as you would ask a colleague'),
    make(
      'p',
      {},
      'Write a question below, or press a suggestion. "and design?" goes on with the question before it. Only you ' +
        'and whosout are here.',
    ),
  )

/** The beginning of a channel. */
const drawBeginning = () =>
  make(
    'li',
    { class: 'beginning' },
    make('p', { class: 'lead' }, 'Who is out, and when are they back?'),
    make(
      'p',
      {},
      'Type ',
      make('code', {}, '/whosout next week'),
      ' below, or press an example. Each goes the way it goes in Slack: a signed request, the real app, and its ' +
        'answer drawn from the blocks that Slack would get. Nothing leaves this machine.',
    ),
  )

/** Restores the focus when the focused element was redrawn; it goes to the message if that element no longer exists. */
const keepFocus = (old, fresh) => {
  const focused = document.activeElement
  const had = old.contains(focused) ? focused.dataset.action : undefined
  old.replaceWith(fresh)
  if (had === undefined) return
  const same = [...fresh.querySelectorAll('[data-action]')].find((node) => node.dataset.action === had)
  const target = same ?? fresh
  target.focus({ preventScroll: true })
}

/**
 * Draws the messages of one channel as one person sees them. Only changed messages are redrawn, so that a screen reader
 * does not read everything again. Returns the message that changed last, null when none did.
 */
export const createMessages = (list, press, choose) => {
  let shown = new Map()
  let scene = ''
  return (state, facts) => {
    const place = `${state.you.id} ${state.channel}`
    if (scene !== place) {
      const { isDirect } = state.channels.find(({ id }) => id === state.channel)
      list.replaceChildren(...(state.isHome ? [] : [isDirect ? drawDirect() : drawBeginning()]))
      shown = new Map()
      scene = place
    }
    const menu = { shortcuts: state.shortcuts, choose }
    const isFirst = shown.size === 0
    let last = null
    const next = new Map()
    for (const message of state.messages) {
      const form = JSON.stringify(message)
      const day = dayOf(message.at, state.you)
      const known = shown.get(message.ts)
      const entry =
        known?.form === form
          ? known
          : {
              form,
              day,
              node: drawMessage(message, { you: state.you, facts, press, isHome: state.isHome, menu }),
            }
      if (!known) {
        const previous = [...next.values()].at(-1)
        if (previous?.day !== day && !state.isHome) list.append(drawDay(day))
        list.append(entry.node)
      } else if (entry !== known) keepFocus(known.node, entry.node)
      if (entry !== known) last = { message, node: entry.node, isNew: !known }
      next.set(message.ts, entry)
    }
    for (const [ts, { node }] of shown) if (!next.has(ts)) node.remove()
    shown = next
    return last && { ...last, isFirst }
  }
}
