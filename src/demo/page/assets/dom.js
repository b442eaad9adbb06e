/** Makes an element. `on…` are listeners, booleans are attributes that are present or absent, null is left out. */
export const make = (tag, attributes = {}, ...children) => {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value)
    else node.setAttribute(name, value === true ? '' : value)
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined))
  return node
}

export const byId = (id) => document.getElementById(id)

const vector = 'http://www.w3.org/2000/svg'

/** A line drawing of 20 by 20, hidden from screen readers. */
export const drawIcon = (path) => {
  const icon = document.createElementNS(vector, 'svg')
  icon.setAttribute('viewBox', '0 0 20 20')
  icon.setAttribute('aria-hidden', 'true')
  icon.setAttribute('class', 'icon')
  const line = document.createElementNS(vector, 'path')
  line.setAttribute('d', path)
  icon.append(line)
  return icon
}

/** Sends JSON. Resolves with a sentence about the result, success or not, and the channel that shows it, if any. */
export const send = async (path, body) => {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answer = await response.json()
    const said = answer.said ?? answer.error?.message ?? 'That did not work.'
    return { ok: response.ok, said, channel: answer.channel }
  } catch {
    return { ok: false, said: 'The demo is no longer answering.' }
  }
}
