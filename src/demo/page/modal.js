import { drawBlocks } from './blocks.js'
import { byId, make } from './dom.js'

const drawButtons = (view, close) =>
  make(
    'footer',
    {},
    make('button', { type: 'button', class: 'button', onclick: close }, view.close?.text ?? 'Cancel'),
    view.submit ? make('button', { type: 'submit', class: 'button primary' }, view.submit.text) : null,
  )

const valuesOf = (inputs) => Object.fromEntries([...inputs].map(([name, read]) => [name, read()]))

/** `inputs` are filled with how to read each field, by action_id. */
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

/** Into what has to be mended first, else into the first field. */
const focusField = (dialog) => {
  const wrong = dialog.querySelector('[aria-invalid]')
  const first = dialog.querySelector('.inside :is(input, select, textarea)')
  ;(wrong ?? first)?.focus()
}

/** Shows the modal that is open for the person, and closes it with it. `submit`, `close` and `press` tell the app. */
export const createModal = ({ submit, close, press }) => {
  const dialog = byId('modal')
  let drawn = 'null'
  let current = null
  let opener = null
  let inputs = new Map()
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
    const values = modal && modal.id === current?.id ? valuesOf(inputs) : {}
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
        { ...facts, values },
        {
          submit: (values) => submit(id, values),
          close: () => close(id),
          press: (...pressed) => press(id, ...pressed),
        },
      ),
    )
    if (!dialog.open) {
      opener = document.activeElement
      dialog.showModal()
    }
    focusField(dialog)
  }
}
