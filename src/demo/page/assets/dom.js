/** Makes an element. `on…` are listeners, true and false are attributes that are there or not, null is left out. */
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

/** A line drawing of 20 by 20 that says nothing to a screen reader. */
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

/** Sends JSON. Resolves with what happened in words, whether it worked or not, and perhaps the channel that shows it. */
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
    return { ok: false, said: 'The demo does not answer any more.' }
  }
}
