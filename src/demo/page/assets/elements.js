import { make } from './dom.js'

const optionsOf = (element) =>
  element.options ?? element.option_groups?.flatMap(({ options }) => options) ?? []

const drawOption = (option, chosen) =>
  make('option', { value: option.value, selected: chosen.includes(option.value) }, option.text.text)

/** A menu with one choice; while nothing is chosen, its first entry says what it is for, and cannot be chosen. */
const drawSelect = (element, { id, label, invalid }, listed, chosen, change) => {
  const groups = element.option_groups
  const entries = groups
    ? groups.map((group) =>
        make(
          'optgroup',
          { label: group.label.text },
          group.options.map((one) => drawOption(one, chosen)),
        ),
      )
    : listed.map((one) => drawOption(one, chosen))
  const placeholder = element.placeholder?.text ?? 'Choose'
  const node = make(
    'select',
    { id, 'aria-label': label ?? (id ? null : placeholder), 'aria-invalid': invalid, onchange: change },
    chosen.length === 0 ? make('option', { value: '', selected: true, disabled: true }, placeholder) : null,
    entries,
  )
  return { node, read: () => node.value || null }
}

/** Check boxes or radio buttons. */
const drawTicks = (element, { id, label }, type, chosen, change) => {
  const name = `${element.action_id}-${id ?? 'shown'}`
  const inputs = optionsOf(element).map((option) => [
    option,
    make('input', {
      type,
      name,
      value: option.value,
      checked: chosen.includes(option.value),
      onchange: change,
    }),
  ])
  const node = make(
    'div',
    { class: 'ticks', id, role: type === 'radio' ? 'radiogroup' : 'group', 'aria-label': label ?? null },
    inputs.map(([option, input]) =>
      make(
        'label',
        {},
        input,
        make('span', {}, option.text.text),
        option.description ? make('small', {}, option.description.text) : null,
      ),
    ),
  )
  const ticked = () => inputs.filter(([, input]) => input.checked).map(([option]) => option.value)
  return { node, read: () => (type === 'radio' ? (ticked()[0] ?? null) : ticked()) }
}

const drawField = (element, { id, label, invalid }, type, value, change) => {
  const attributes = {
    id,
    'aria-label': label ?? null,
    'aria-invalid': invalid,
    placeholder: element.placeholder?.text,
    maxlength: element.max_length,
    minlength: element.min_length,
    onchange: change,
  }
  const node = element.multiline
    ? make('textarea', { ...attributes, rows: 4 })
    : make('input', { ...attributes, type })
  node.value = value ?? ''
  return { node, read: () => node.value || null }
}

/** People or channels as options, for elements that fill their own list. */
const listed = (entries) => Object.entries(entries).map(([value, text]) => ({ value, text: { text } }))

/** Not the app's Home tab and messages, which nothing can be posted to. */
const channelsOf = ({ rooms }) =>
  listed(Object.fromEntries(Object.entries(rooms).filter(([id]) => id.startsWith('C'))))

const initial = (option) => (option ? [option.value] : [])
const initials = (options) => (options ?? []).map(({ value }) => value)
const known = (value) => (value ? [value] : [])

/**
 * How to draw each kind of element. `facts` are an id, a label, the names of people and channels, and a listener for
 * changes.
 */
const kinds = {
  static_select: (e, f, change) => drawSelect(e, f, optionsOf(e), initial(e.initial_option), change),
  overflow: (e, f, change) => {
    const drawn = drawSelect({ ...e, placeholder: { text: 'More' } }, f, optionsOf(e), [], change)
    drawn.node.classList.add('more')
    return drawn
  },
  users_select: (e, f, change) => drawSelect(e, f, listed(f.names), known(e.initial_user), change),
  channels_select: (e, f, change) => drawSelect(e, f, channelsOf(f), known(e.initial_channel), change),
  conversations_select: (e, f, change) =>
    drawSelect(e, f, channelsOf(f), known(e.initial_conversation), change),
  radio_buttons: (e, f, change) => drawTicks(e, f, 'radio', initial(e.initial_option), change),
  checkboxes: (e, f, change) => drawTicks(e, f, 'checkbox', initials(e.initial_options), change),
  multi_static_select: (e, f, change) => drawTicks(e, f, 'checkbox', initials(e.initial_options), change),
  datepicker: (e, f, change) => drawField(e, f, 'date', e.initial_date, change),
  timepicker: (e, f, change) => drawField(e, f, 'time', e.initial_time, change),
  plain_text_input: (e, f, change) => drawField(e, f, 'text', e.initial_value, change),
}

const agreed = ({ confirm }) => !confirm || window.confirm(`${confirm.title.text}\n\n${confirm.text.text}`)

const drawButton = (element, press) =>
  element.url
    ? make(
        'a',
        // As in Slack, which opens the link and tells the app.
        {
          class: 'button',
          href: element.url,
          target: '_blank',
          rel: 'noreferrer',
          onclick: () => void press(undefined),
        },
        element.text.text,
      )
    : make(
        'button',
        {
          type: 'button',
          class: `button ${element.style ?? ''}`,
          'aria-label': element.accessibility_label,
          onclick: () => agreed(element) && press(undefined),
        },
        element.text.text,
      )

/** Below a message, a date picker is a button that opens a calendar. */
const drawDate = (element, press) => {
  const input = make('input', { type: 'date', class: 'day-input', tabindex: '-1', 'aria-hidden': 'true' })
  input.addEventListener('change', () => input.value && press(input.value))
  const open = make(
    'button',
    { type: 'button', class: 'button', onclick: () => input.showPicker() },
    `${element.placeholder?.text ?? 'Choose a day'} ▾`,
  )
  return make('span', { class: 'day-picker' }, open, input)
}

/** A button or menu whose use is reported to the app at once. `press` receives the choice. */
export const drawAction = (element, facts, press) => {
  if (element.type === 'button') return drawButton(element, press)
  if (element.type === 'datepicker' && !facts.inputs) return drawDate(element, press)
  const draw = kinds[element.type]
  if (!draw) return make('span', { class: 'undrawn' }, `(${element.type} is not drawn here)`)
  const { node, read } = draw(element, facts, () => {
    const chosen = read()
    // An overflow menu keeps no choice, because the same entry may be used again.
    if (element.type === 'overflow') node.value = ''
    if (agreed(element)) press(chosen)
  })
  return node
}

/** The property in which each kind of element keeps its initial text, day, time or id. */
const initialFields = {
  plain_text_input: 'initial_value',
  datepicker: 'initial_date',
  timepicker: 'initial_time',
  users_select: 'initial_user',
  channels_select: 'initial_channel',
  conversations_select: 'initial_conversation',
}

/** The element with the person's input as its initial value. */
const withValue = (element, value) => {
  if (value === undefined) return element
  const field = initialFields[element.type]
  if (field) return { ...element, [field]: value ?? undefined }
  const chosen = optionsOf(element).filter((option) => [value].flat().includes(option.value))
  return { ...element, initial_option: chosen[0], initial_options: chosen }
}

/**
 * A form field. `read` returns its content, `facts.kept` holds earlier contents by block_id, and `tell` is called on
 * every change.
 */
export const drawInput = ({ element, block_id }, tell, facts) => {
  const draw = kinds[element.type]
  if (!draw) return null
  const input = draw(withValue(element, facts.kept?.[block_id]), facts, () => tell(input.read()))
  return input
}
