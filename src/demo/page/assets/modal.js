import { drawBlocks } from './blocks.js'
import { byId, make } from './dom.js'

const drawButtons = (view, close) =>
  make(
    'footer',
    {},
    make('button', { type: 'button', class: 'button', onclick: close }, view.close?.text ?? 'Cancel'),
    view.submit ? make('button', { type: 'submit', class: 'button primary' }, view.submit.text) : null,
  )

/** The input by action_id, as the app receives it. */
const valuesOf = (inputs) => Object.fromEntries([...inputs.values()].map(([name, read]) => [name, read()]))

/** The input by block_id; a different block_id means a different field to the app. */
const keptOf = (inputs) => Object.fromEntries([...inputs].map(([block, [, read]]) => [block, read()]))

/** `inputs` receives a way to read each field, by block_id. */
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

/** Focuses the first field with an error, otherwise the element that was used, otherwise the first field. */
const focusField = (dialog, pressed) => {
  const wrong = dialog.querySelector('[aria-invalid]')
  const first = dialog.querySelector('.inside :is(input, select, textarea)')
  const same = [...dialog.querySelectorAll('[data-action]')].find(({ dataset }) => dataset.action === pressed)
  ;(wrong ?? same ?? first)?.focus()
}

/** Milliseconds: the app shows this at once, and its form within a second or two. */
const patience = 10_000
const isPlaceholder = ({ blocks }) => JSON.stringify(blocks).includes('One moment, please…')

const endWaiting = (dialog) =>
  dialog
    .querySelector('.inside')
    ?.replaceChildren(make('p', { role: 'alert' }, 'This form did not open. Close it, and try again.'))

/** Shows the person's open modal and closes it when the app does. `submit`, `close` and `press` notify the app. */
export const createModal = ({ submit, close, press }) => {
  const dialog = byId('modal')
  let drawn = 'null'
  let current = null
  let opener = null
  let waiting
  let inputs = new Map()
  /** By view, because views can be stacked. */
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
    clearTimeout(waiting)
    // As in Slack, the input is kept when the app refuses or updates the view.
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
    if (isPlaceholder(modal.view)) waiting = setTimeout(endWaiting, patience, dialog)
  }
}
