import { byId, make } from './dom.js'

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null|-?\d+)\b/g

/** JSON with names and values in different colours; its text is unchanged. */
const colour = (json) => {
  const nodes = []
  let end = 0
  for (const match of json.matchAll(token)) {
    const [all, string, colon] = match
    nodes.push(json.slice(end, match.index))
    const kind = colon ? 'name' : string ? 'string' : 'literal'
    nodes.push(make('span', { class: kind }, string ?? all), colon ?? '')
    end = match.index + all.length
  }
  return [...nodes, json.slice(end)]
}

/** Lines as separate elements, so that the style sheet can break them; copying them still gives JSON. */
const drawLines = (text, depth) =>
  text.split('\n').map((line) => make('div', { class: 'line' }, ' '.repeat(depth), colour(line)))

const comma = (place, list) => (place < list.length - 1 ? ',' : '')

const drawList = (name, people, isOpen, end) => {
  if (people.length === 0) return drawLines(`"${name}": []${end}`, 2)
  const count = people.length === 1 ? '1 person' : `${people.length} people`
  return [
    make(
      'details',
      { open: isOpen },
      // The style sheet draws the count.
      make('summary', { 'data-count': count }, '  ', colour(`"${name}": [`)),
      people.flatMap((person, place) => drawLines(JSON.stringify(person, null, 2) + comma(place, people), 4)),
    ),
    ...drawLines(`]${end}`, 2),
  ]
}

const drawAnswer = ({ in: present, out, ...rest }) => [
  ...drawLines('{', 0),
  ...Object.entries(rest).flatMap(([name, value]) => drawLines(`"${name}": ${JSON.stringify(value)},`, 2)),
  ...drawList('in', present, false, ','),
  ...drawList('out', out, true, ''),
  ...drawLines('}', 0),
]

const queryOf = (question) => {
  if (!question) return ''
  const { from, to, team_id } = question
  return `?${new URLSearchParams({ from, to, ...(team_id ? { team_id } : {}) })}`
}

const aboutOf = (question) => (question ? 'The days of the last answer.' : 'Today and the next seven days.')

/** Sends the API the question that an answer is about, and shows both. */
export const createRest = () => {
  let latest = 0
  byId('copy').addEventListener('click', async ({ target }) => {
    await navigator.clipboard.writeText(byId('curl').textContent)
    target.textContent = 'Copied'
    setTimeout(() => (target.textContent = 'Copy the line'), 1_500)
  })
  return async (question, key) => {
    const turn = ++latest
    const path = `/api/v1/presence${queryOf(question)}`
    const response = await fetch(path, { headers: { Authorization: `Bearer ${key}` } })
    const body = await response.json()
    if (turn !== latest) return
    byId('rest-about').textContent = aboutOf(question)
    byId('curl').textContent = `curl '${location.origin}${path}' \\\n  -H 'Authorization: Bearer ${key}'`
    byId('json').replaceChildren(...(response.ok ? drawAnswer(body) : [JSON.stringify(body)]))
  }
}
