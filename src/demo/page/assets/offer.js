import { byId, make } from './dom.js'

const command = '/whosout'
/** As the manifest has them. */
const hint = '[today | next week | @person | 24 Dec - 2 Jan | digest | help]'
const description = 'Who is out, until when, and who is back'

/** Offers to complete a command that is begun, as Slack does. Returns what looks again at a text that nobody typed. */
export const createOffer = () => {
  const input = byId('message')
  const place = byId('offer')
  const draw = () => {
    const isBegun = input.value !== '' && `${command} `.startsWith(input.value)
    const words = [make('b', {}, command), ' ', make('span', {}, hint), make('small', {}, description)]
    const offer = () => make('button', { type: 'button', tabindex: '-1', onclick: complete }, ...words)
    place.replaceChildren(...(isBegun ? [offer()] : []))
  }
  const complete = () => {
    input.value = `${command} `
    input.focus()
    draw()
  }
  input.addEventListener('input', draw)
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') place.replaceChildren()
    const isWanted = event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)
    if (!isWanted || !place.firstChild || input.value.length >= command.length) return
    event.preventDefault()
    complete()
  })
  return draw
}
