import { byId, make, send } from './dom.js'
import { createMessages, emojis, timeWords } from './messages.js'
import { createModal } from './modal.js'
import { createOffer } from './offer.js'
import { createRest } from './rest.js'

const examples = ['', 'next week', 'design friday', '@ana', 'help'].map((words) => `/whosout ${words}`.trim())
/** About another team than the one that the suggestions are about. */
const followUps = (prompts) => [
  prompts.some((text) => text.includes('Engineering')) ? 'and design?' : 'and engineering?',
  'next week?',
]
const mentions = ['@whosout who is out friday?', '@whosout share next week']

let [you, channel] = location.hash.slice(1).split('/')
let state = null
let question = null
const history = []
let recalled = 0

const say = ({ said, ok }) => {
  const status = byId('status')
  status.textContent = said
  status.classList.toggle('wrong', !ok)
}

const act = async (path, body) => {
  const outcome = await send(path, body)
  say(outcome)
  return outcome.ok
}

const press = (on, values) => (block, element, choice) =>
  act('/demo/press', { you, on, action_id: element.action_id, block_id: block.block_id, choice, values })

/** Chosen in a menu of the page, or of a message. */
const chooseShortcut = (shortcut, on = null) => {
  closeMenus()
  return act('/demo/shortcut', { you, shortcut, on })
}

const closeMenus = (but) => {
  for (const menu of document.querySelectorAll('.menu[open]')) if (!menu.contains(but)) menu.open = false
}

const drawMessages = createMessages(
  byId('messages'),
  (message, ...pressed) => press(message.ts)(...pressed),
  chooseShortcut,
)
const showRest = createRest()
const drawOffer = createOffer()
const showModal = createModal({
  submit: (view, values) => act('/demo/submit', { you, view, values }),
  close: (view) => act('/demo/close', { you, view }),
  press: (view, values, ...pressed) => press(view, values)(...pressed),
})

const type = (text) => act('/demo/type', { you, channel, text })

const go = (next) => {
  const beside = state?.channel.startsWith('C') ? state.channel : null
  ;({ you, channel } = { you, channel, ...next })
  if (next.you && channel.startsWith('D')) channel = next.you.replace(/^U/, 'D')
  window.history.replaceState(null, '', `#${you}/${channel}`)
  say({ said: '', ok: true })
  tellOpened(beside)
  return refresh()
}

/** Slack tells the app when someone opens its Home tab or its messages, and which channel is open beside those. */
const tellOpened = (beside = null) => {
  if (channel === homeRoom || channel.startsWith('D')) void act('/demo/open', { you, channel, beside })
}

const homeRoom = 'HOME'
const roomName = ({ name, isDirect, isHome }) => (isDirect || isHome ? name : `# ${name}`)

/** Redraws buttons only when their text changes, so that they keep the focus. */
const drawButtons = (list, entries, draw) => {
  const form = JSON.stringify(entries)
  if (list.dataset.form === form) return
  list.dataset.form = form
  const focused = list.contains(document.activeElement) ? document.activeElement.dataset.id : undefined
  list.replaceChildren(...entries.map((entry) => make('li', {}, draw(entry))))
  ;[...list.querySelectorAll('[data-id]')].find(({ dataset }) => dataset.id === focused)?.focus()
}

const drawShortcuts = ({ shortcuts }) =>
  drawButtons(
    document.querySelector('#shortcuts .items'),
    shortcuts.filter(({ isOnMessages }) => !isOnMessages),
    ({ id, name }) =>
      make('button', { type: 'button', 'data-id': id, onclick: () => chooseShortcut(id) }, name),
  )

const drawSide = ({ you: { status }, roles, channels, controls }) => {
  const select = byId('you')
  if (select.options.length === 0)
    select.append(...roles.map(({ id, name }) => make('option', { value: id, selected: id === you }, name)))
  select.value = you
  const { note } = roles.find(({ id }) => id === you)
  byId('note').textContent = status
    ? `${emojis[status.emoji] ?? status.emoji} ${status.text} · ${note}`
    : note
  drawButtons(
    byId('channels'),
    channels.map((room) => ({ ...room, isCurrent: room.id === channel })),
    (room) =>
      make(
        'button',
        {
          type: 'button',
          'data-id': room.id,
          'aria-current': room.isCurrent ? 'page' : null,
          'aria-label': room.isDirect
            ? 'Direct message with whosout'
            : room.isHome
              ? 'Home tab of whosout'
              : null,
          onclick: () => go({ channel: room.id }),
        },
        room.isDirect || room.isHome
          ? make('img', { src: '/demo/icon.svg', alt: '', width: '16', height: '16' })
          : null,
        roomName(room),
      ),
  )
  drawButtons(byId('controls'), controls, ({ id, label }) =>
    make('button', { type: 'button', 'data-id': id, onclick: () => act('/demo/controls', { id }) }, label),
  )
}

const drawRoom = ({ channels, prompts }) => {
  const room = channels.find(({ id }) => id === channel)
  byId('where').textContent = roomName(room)
  byId('log').classList.toggle('at-home', room.isHome)
  byId('composer').hidden = byId('examples').hidden = room.isHome
  drawButtons(
    byId('examples'),
    room.isDirect
      ? [...(prompts.length > 0 ? prompts : ['who is out today?']), ...followUps(prompts)]
      : [...examples, ...(room.hasApp ? mentions : [])],
    (text) => make('button', { type: 'button', 'data-id': text, onclick: () => type(text) }, text),
  )
  byId('room-note').textContent = room.isHome
    ? 'What the app shows only to you: today, and for admins the settings'
    : room.isDirect
      ? 'Your direct messages with the app: write to it as you would ask a colleague'
      : room.hasApp
        ? 'whosout is in this channel'
        : 'whosout is not in this channel'
  byId('message-label').textContent = `Message ${roomName(room)}`
  byId('message').placeholder =
    `Message ${roomName(room)}, ${room.isDirect ? 'such as who is out friday?' : 'or /whosout next week'}`
}

let told = { at: 0, since: 0 }
const drawClock = () => {
  const now = new Date(told.at + performance.now() - told.since)
  const format = { timeZone: state.you.timezone, weekday: 'short', day: 'numeric', month: 'short' }
  const day = new Intl.DateTimeFormat('en-GB', format).format(now)
  const place = state.you.timezone.split('/')[1].replace('_', ' ')
  byId('clock').dateTime = now.toISOString()
  byId('clock').textContent = `${day}, ${timeWords(now, state.you)}, ${place}`
}

/** The Home tab starts at the top and keeps its position while the same page of it is redrawn. */
let homePage = null
const followHome = ({ message }) => {
  const page = JSON.stringify(message.blocks.find(({ type }) => type === 'header'))
  if (page !== homePage) {
    byId('log').scrollTop = 0
    if (homePage !== null) byId('where').scrollIntoView({ block: 'nearest' })
  }
  homePage = page
}

const phone = matchMedia('(max-width: 720px)')

/**
 * Scrolls so that a new message is visible in full, or from its beginning if it is taller than the space. On a phone the
 * conversation takes the whole screen for one that has no room below the workspace, so that its buttons are not cut off.
 */
const follow = ({ node, isNew, isFirst }) => {
  const log = byId('log')
  const talk = log.parentElement
  const isTaller = () => node.offsetHeight > log.clientHeight
  if (isFirst) {
    talk.classList.remove('whole')
    return void (log.scrollTop = log.scrollHeight)
  }
  if (!isNew) return
  if (isTaller()) talk.classList.add('whole')
  node.scrollIntoView({ block: isTaller() ? 'start' : 'end' })
  if (phone.matches && talk.classList.contains('whole')) talk.scrollIntoView()
}

/** When the last form that the app sent was refused. */
let refusedAt

const draw = () => {
  const rooms = Object.fromEntries(state.channels.map((room) => [room.id, room.name]))
  const facts = { names: state.names, rooms }
  drawSide(state)
  drawShortcuts(state)
  drawRoom(state)
  drawClock()
  const last = drawMessages(state, facts)
  if (!state.isHome) homePage = null
  if (last) state.isHome ? followHome(last) : follow(last)
  if (last) question = last.message.rest
  showModal(state.modal, facts)
  if (state.refused && state.refused.at !== refusedAt) say({ said: state.refused.said, ok: false })
  refusedAt = state.refused?.at
  return showRest(question, state.key)
}

/** Reports an error of this page as such, because the demo did answer. */
const drawOrTell = () => {
  try {
    return draw()
  } catch (error) {
    console.error(error)
    say({ said: 'This page cannot show what the app sent.', ok: false })
  }
}

let asking = null
let isStale = false

/** One request at a time; a change in the meantime causes one more. Resolves once the newest state is drawn. */
const refresh = () => {
  if (asking) isStale = true
  asking ??= askAndDraw().finally(() => (asking = null))
  return asking
}

const askAndDraw = async () => {
  try {
    do {
      isStale = false
      const query = you && channel ? `?${new URLSearchParams({ you, channel })}` : ''
      const response = await fetch(`/demo/state${query}`)
      if (!response.ok) {
        if (!query) throw new Error('The demo gave an unexpected answer.')
        you = channel = undefined
        isStale = true
        continue
      }
      const fresh = await response.json()
      if (you && (fresh.you.id !== you || fresh.channel !== channel)) {
        isStale = true
        continue
      }
      state = fresh
      you = state.you.id
      channel = state.channel
      told = { at: Date.parse(state.now), since: performance.now() }
      await drawOrTell()
    } while (isStale)
  } catch {
    say({ said: 'The demo is no longer answering.', ok: false })
  }
}

const listen = () => {
  const changes = new EventSource('/demo/changes')
  changes.addEventListener('message', refresh)
  changes.addEventListener('error', () =>
    say({ said: 'The demo is not answering. It may have been stopped.', ok: false }),
  )
}

byId('you').addEventListener('change', ({ target }) => go({ you: target.value }))
byId('composer').addEventListener('submit', async (event) => {
  event.preventDefault()
  const input = byId('message')
  const text = input.value.trim()
  if (text === '') return
  history.push(text)
  recalled = history.length
  input.value = ''
  drawOffer()
  // What was typed meanwhile stays.
  if (!(await type(text)) && input.value === '') input.value = text
})
byId('message').addEventListener('keydown', (event) => {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
  if (!step || history.length === 0) return
  event.preventDefault()
  recalled = Math.max(0, Math.min(history.length, recalled + step))
  event.target.value = history[recalled] ?? ''
  drawOffer()
})
new ResizeObserver(([{ target }]) =>
  document.documentElement.style.setProperty('--side-height', `${target.offsetHeight}px`),
).observe(document.querySelector('.side'))
setInterval(() => state && drawClock(), 10_000)
byId('messages').addEventListener('click', (event) => {
  if (!event.target.closest('[data-opens=home]')) return
  event.preventDefault()
  void go({ channel: homeRoom })
})
// The address may lead straight there.
if (channel) tellOpened()
document.addEventListener('click', ({ target }) => closeMenus(target))
document.addEventListener('keydown', ({ key }) => key === 'Escape' && closeMenus())
listen()
