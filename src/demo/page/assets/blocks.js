import { make } from './dom.js'
import { drawAction, drawInput } from './elements.js'
import { drawText } from './mrkdwn.js'

const styled = ({ text, style = {} }) => {
  const wraps = { bold: 'strong', italic: 'em', strike: 's', code: 'code' }
  return Object.entries(wraps).reduce((node, [name, tag]) => (style[name] ? make(tag, {}, node) : node), text)
}

const richLeaves = {
  text: (leaf) => styled(leaf),
  link: ({ url, text }) => make('a', { href: url, target: '_blank', rel: 'noreferrer' }, text ?? url),
  user: ({ user_id }, { names }) => make('span', { class: 'mention' }, `@${names[user_id] ?? user_id}`),
  channel: ({ channel_id }, { rooms }) =>
    make('span', { class: 'mention' }, `#${rooms[channel_id] ?? channel_id}`),
  emoji: ({ unicode, name }) =>
    unicode ? String.fromCodePoint(...unicode.split('-').map((code) => parseInt(code, 16))) : `:${name}:`,
}

const drawLeaves = ({ elements }, facts) => elements.map((leaf) => richLeaves[leaf.type]?.(leaf, facts) ?? '')

const richParts = {
  rich_text_section: (part, facts) => make('p', {}, drawLeaves(part, facts)),
  rich_text_quote: (part, facts) => make('blockquote', {}, drawLeaves(part, facts)),
  rich_text_preformatted: (part, facts) => make('pre', {}, drawLeaves(part, facts)),
  rich_text_list: (part, facts) =>
    make(
      part.style === 'ordered' ? 'ol' : 'ul',
      {},
      part.elements.map((item) => make('li', {}, drawLeaves(item, facts))),
    ),
}

/**
 * `facts.act` is called when an element of a block is used; `facts.label` names an element without a text of its own.
 */
const drawElement = (block, element, facts) => {
  const node = drawAction(element, facts, (choice) => facts.act(block, element, choice))
  node.dataset.action = element.action_id
  return node
}

const drawImage = ({ alt_text }) => make('span', { class: 'undrawn' }, `(picture: ${alt_text})`)

/** Only the first lines of a long text, until the reader opens the rest. */
const drawFolded = (node) => {
  node.classList.add('folded')
  const more = make('button', { type: 'button', class: 'more' }, 'See more')
  more.addEventListener('click', () => {
    node.classList.remove('folded')
    more.remove()
  })
  return [node, more]
}

const drawWords = (block, facts) => {
  const node = make('div', { class: 'text' }, drawText(block.text, facts))
  return block.folded ? drawFolded(node) : node
}

const drawSection = (block, facts) =>
  make(
    'div',
    { class: 'block section' },
    make(
      'div',
      { class: 'words' },
      block.text ? drawWords(block, facts) : null,
      block.fields
        ? make(
            'div',
            { class: 'fields' },
            block.fields.map((field) => make('div', { class: 'text' }, drawText(field, facts))),
          )
        : null,
    ),
    block.accessory?.type === 'image' ? drawImage(block.accessory) : null,
    block.accessory && block.accessory.type !== 'image' ? drawElement(block, block.accessory, facts) : null,
  )

let fields = 0

/** A labelled field. `facts.inputs` collects its action_id and how to read it, by block_id. */
const drawField = (block, facts) => {
  const id = `field-${++fields}`
  const error = facts.errors?.[block.block_id]
  const isGroup = ['checkboxes', 'radio_buttons', 'multi_static_select'].includes(block.element.type)
  const tell = (choice) => block.dispatch_action && facts.act(block, block.element, choice)
  const input = drawInput(block, tell, {
    ...facts,
    id,
    label: isGroup ? block.label.text : undefined,
    invalid: error ? 'true' : null,
  })
  if (!input) return make('p', { class: 'undrawn' }, `(${block.element.type} is not drawn here)`)
  facts.inputs?.set(block.block_id, [block.element.action_id, input.read])
  const about = [block.hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter(Boolean).join(' ')
  if (about) input.node.setAttribute('aria-describedby', about)
  if (!block.optional && !isGroup) input.node.required = true
  const label = [block.label.text, block.optional ? make('small', {}, ' (optional)') : null]
  return make(
    'div',
    { class: 'block field' },
    isGroup
      ? make('span', { class: 'label', 'aria-hidden': 'true' }, label)
      : make('label', { for: id }, label),
    input.node,
    block.hint ? make('p', { class: 'hint', id: `${id}-hint` }, block.hint.text) : null,
    error ? make('p', { class: 'error', id: `${id}-error`, role: 'alert' }, error) : null,
  )
}

const kinds = {
  header: (block) =>
    make('div', { class: 'block header', role: 'heading', 'aria-level': '3' }, block.text.text),
  section: drawSection,
  divider: () => make('hr', { class: 'block' }),
  context: (block, facts) =>
    make(
      'div',
      { class: 'block context' },
      block.elements.map((one) =>
        make('span', {}, one.type === 'image' ? drawImage(one) : drawText(one, facts)),
      ),
    ),
  actions: (block, facts) =>
    make(
      'div',
      { class: 'block actions' },
      block.elements.map((element) => drawElement(block, element, facts)),
    ),
  input: drawField,
  image: (block) => make('p', { class: 'block' }, drawImage(block)),
  rich_text: (block, facts) =>
    make(
      'div',
      { class: 'block text' },
      block.elements.map((part) => richParts[part.type]?.(part, facts) ?? ''),
    ),
}

/** Block Kit as nodes. Anything this page cannot draw is named, so that nothing goes missing unnoticed. */
export const drawBlocks = (blocks, facts) =>
  blocks.map((block) => {
    const draw = kinds[block.type]
    return draw
      ? draw(block, facts)
      : make('p', { class: 'block undrawn' }, `(${block.type} is not drawn here)`)
  })
