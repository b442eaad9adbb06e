import { docsPaths } from '../paths.js'
import { markup, type Markup } from '../reply/markup.js'
import { docsPage, inline, type Way } from './page.js'

/** The pages that links of the changelog lead to are in the repository, not on a server. */
const withoutLinks = (text: string): string => text.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')

const listOf = (items: readonly Markup[]): Markup => markup`<ul>${items}</ul> `

/** What Markdown a version of the changelog has: headings of parts, lists of one level, and paragraphs. */
const drawMarkdown = (text: string): readonly Markup[] => {
  const drawn: Markup[] = []
  let items: Markup[] = []
  const endList = (): void => {
    if (items.length > 0) drawn.push(listOf(items))
    items = []
  }
  for (const block of text.split(/\n(?=###|- |\n)/)) {
    const [, mark = '', words = ''] = /^(###|-)?\s*([^]*)$/.exec(block.trim().replaceAll(/\s+/g, ' '))!
    if (words === '') continue
    if (mark === '-') {
      items.push(markup`<li>${inline(words)}</li> `)
      continue
    }
    endList()
    drawn.push(mark === '###' ? markup`<h3>${inline(words)}</h3> ` : markup`<p>${inline(words)}</p> `)
  }
  endList()
  return drawn
}

/** Each version folds away, but for the latest release. */
const drawVersions = (changelog: string): readonly Markup[] => {
  const versions = withoutLinks(changelog).split(/^## /m).slice(1)
  const latest = versions.find((text) => /^\d/.test(text))
  return versions.map((text) => {
    const [title = '', ...lines] = text.split('\n')
    return markup`<details${text === latest && markup` open`}><summary><h2>${title}</h2></summary> ${drawMarkdown(lines.join('\n'))}</details> `
  })
}

/** The page at `/docs/changelog`. */
export const changelogPage = (way: Way, version: string, changelog: string): string =>
  docsPage(
    way,
    'whosout: changelog',
    markup`<header>
        <h1>Changelog</h1>
        <p>whosout ${version} · <a href="${way('/')}">Start</a> · <a href="${way(docsPaths.page)}">API reference</a></p>
      </header>
      <main>${drawVersions(changelog)}</main>`,
  )
