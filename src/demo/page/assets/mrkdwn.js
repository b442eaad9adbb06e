import { make } from './dom.js'

const before = '(?<![\\p{L}\\p{N}])'
const after = '(?![\\p{L}\\p{N}])'
const marked = (mark) => `${before}${mark}(?!\\s)([^${mark}\\n]+?)(?<!\\s)${mark}${after}`

/** Slack's markup: code, references in angle brackets, bold, italic and struck text. */
const tokens = new RegExp(
  ['```([\\s\\S]+?)```', '`([^`\\n]+)`', '<([^<>\\n]+)>', marked('\\*'), marked('_'), marked('~')].join('|'),
  'gu',
)

const unescape = (text) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** Within code, a mention is plain text. */
const codeText = (text) => unescape(text.replace(/<([@#])[^|>]*\|([^>]*)>/g, '$1$2'))

const mention = (label) => make('span', { class: 'mention' }, label)

/** A person, a channel, everyone, a date or a link. */
const drawReference = (inner, { names, rooms = {} }) => {
  const [target, label] = inner.split('|')
  const said = label === undefined ? null : unescape(label)
  if (target.startsWith('@')) return mention(`@${names[target.slice(1)] ?? said ?? target.slice(1)}`)
  if (target.startsWith('#')) {
    const id = target.slice(1)
    return mention(`#${said ?? rooms[id] ?? id}`)
  }
  if (target.startsWith('!date')) return said ?? ''
  if (target.startsWith('!')) return mention(`@${said ?? target.slice(1).split('^')[0]}`)
  const href = unescape(target)
  // What Slack opens itself is followed by the page.
  const own = /^slack:.*\btab=home\b/.test(href)
  if (own) return make('a', { href: '#', 'data-opens': 'home' }, said ?? href)
  if (!/^(https?:|mailto:)/.test(href)) return unescape(`<${inner}>`)
  return make('a', { href, target: '_blank', rel: 'noreferrer' }, said ?? href)
}

const drawInline = (text, facts) => {
  const nodes = []
  let end = 0
  for (const match of text.matchAll(tokens)) {
    const [all, block, code, reference, bold, italic, struck] = match
    nodes.push(unescape(text.slice(end, match.index)))
    end = match.index + all.length
    if (block !== undefined) nodes.push(make('pre', {}, codeText(block.replace(/^\n/, ''))))
    else if (code !== undefined) nodes.push(make('code', {}, codeText(code)))
    else if (reference !== undefined) nodes.push(drawReference(reference, facts))
    else if (bold !== undefined) nodes.push(make('strong', {}, drawInline(bold, facts)))
    else if (italic !== undefined) nodes.push(make('em', {}, drawInline(italic, facts)))
    else nodes.push(make('s', {}, drawInline(struck, facts)))
  }
  nodes.push(unescape(text.slice(end)))
  return nodes.filter((node) => node !== '')
}

/**
 * Slack's markup as nodes, never as HTML, with `facts.names` of people and `facts.rooms` of channels. Lines that begin
 * with `>` are quotations.
 */
export const drawMrkdwn = (text, facts) => {
  const parts = text.split(/^((?:&gt;[^\n]*\n?)+)/mu)
  return parts.flatMap((part) =>
    part.startsWith('&gt;')
      ? [make('blockquote', {}, drawInline(part.replace(/^&gt; ?/gmu, '').trimEnd(), facts))]
      : drawInline(part, facts),
  )
}

/** A text object of Block Kit; `facts` are the names of people and channels. */
export const drawText = ({ type, text }, facts) => (type === 'mrkdwn' ? drawMrkdwn(text, facts) : [text])
