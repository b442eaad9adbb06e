import { drawBlocks } from './blocks.js'
import { byId, make } from './dom.js'

const drawButtons = (view, close) =>
  make(
    'footer',
    {},
    make('button', { type: 'button', class: 'button', onclick: close }, view.close?.text ?? 'Cancel'),
    view.submit ? make('button', { type: 'submit', class: 'button primary' }, view.submit.text) : null,
  )

/** What is filled in, by action_id: so the app is sent it. */
const valuesOf = (inputs) => Object.fromEntries([...inputs.values()].map(([name, read]) => [name, read()]))

/** The same by block_id: under another one the app means another field. */
const keptOf = (inputs) => Object.fromEntries([...inputs].map(([block, [, read]]) => [block, read()]))

/** `inputs` are filled with how to read each field, by block_id. */
const drawForm = ({ view, errors }, inputs, facts, { submit, close, press }) => {
  const onsubmit = (event) => {
    event.preventDefault()
    submit(valuesOf(inputs))
  }
  return make(
    'form',
    { onsubmit },
    make(
      'header',
      {},
      make('h2', { id: 'modal-title' }, view.title.text),
      make('button', { type: 'button', class: 'x', 'aria-label': 'Close', onclick: close }, '×'),
    ),
    make('div', { class: 'inside' }, drawBlocks(view.blocks, { ...facts, errors, inputs, act: press })),
    drawButtons(view, close),
  )
}

/** Into what has to be mended first, else onto what was pressed, else into the first field. */
const focusField = (dialog, pressed) => {
  const wrong = dialog.querySelector('[aria-invalid]')
  const first = dialog.querySelector('.inside :is(input, select, textarea)')
  const same = [...dialog.querySelectorAll('[data-action]')].find(({ dataset }) => dataset.action === pressed)
  ;(wrong ?? same ?? first)?.focus()
}

/** Shows the modal that is open for the person, and closes it with it. `submit`, `close` and `press` tell the app. */
export const createModal = ({ submit, close, press }) => {
  const dialog = byId('modal')
  let drawn = 'null'
  let current = null
  let opener = null
  let inputs = new Map()
  /** Of each view: one may be put upon another. */
  const kept = new Map()
  const pressed = new Map()
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    if (current) close(current.id)
  })
  dialog.addEventListener('close', () => opener?.isConnected && opener.focus())

  return (modal, facts) => {
    const form = JSON.stringify(modal)
    if (form === drawn) return
    drawn = form
    // Refused or changed by the app, it keeps what was filled in, as Slack's does.
    if (current) kept.set(current.id, keptOf(inputs))
    current = modal
    if (!modal) {
      dialog.close()
      return dialog.replaceChildren()
    }
    const { id } = modal
    inputs = new Map()
    dialog.replaceChildren(
      drawForm(
        modal,
        inputs,
        { ...facts, kept: kept.get(id) },
        {
          submit: (values) => submit(id, values),
          close: () => close(id),
          press: (block, element, choice) => {
            pressed.set(id, element.action_id)
            return press(id, valuesOf(inputs), block, element, choice)
          },
        },
      ),
    )
    if (!dialog.open) {
      opener = document.activeElement
      dialog.showModal()
    }
    focusField(dialog, pressed.get(id))
  }
}
