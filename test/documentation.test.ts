import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { errors } from '../src/http/reply/errors.js'
import { createTerminal } from './cli/fake-io.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`),
]

const { run } = createTerminal(() => {
  throw new Error('help needs no store')
})

/** What is typed, in blocks for a shell and between backquotes within a line. */
const typed = (text: string): readonly string[] => {
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block]) => block!.split('\n'))
  const inline = [...text.replace(/```[\s\S]*?```/g, '').matchAll(/`([^`]+)`/g)].map(([, code]) =>
    code!.replace(/\s+/g, ' '),
  )
  return [...blocks, ...inline]
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .filter((line) => line !== '')
}

/** Words of a shell, without what only a shell needs. */
const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/"[^"]*"|'[^']*'|\S+/g)].map(([word]) => word.replace(/^["']|["']$/g, ''))

interface Example {
  readonly page: string
  readonly line: string
}

const examples = pages.flatMap((page) => typed(read(page)).map((line): Example => ({ page, line })))
const commands = examples.flatMap(({ page, line }) => {
  const at = line.indexOf('bin/whosout ')
  return at < 0 ? [] : [{ page, line: line.slice(at) }]
})

/** The help of the longest command that a line begins with, and the words that follow. */
const helpFor = async (line: string): Promise<{ readonly usage: string; readonly help: string }> => {
  const [, ...words] = wordsOf(line)
  if (words[0] === 'help') words.shift()
  for (const count of [3, 2, 1]) {
    const { code, out } = await run('help', ...words.slice(0, count).filter((word) => /^[a-z-]+$/.test(word)))
    const names = words.slice(0, count).join(' ')
    if (code === 0 && out.startsWith(`Usage: whosout ${names} `)) return { usage: names, help: out }
  }
  throw new Error(`there is no such command: ${line}`)
}

describe('every command in the documentation', () => {
  it('is looked at', () => expect(commands.length).toBeGreaterThan(30))

  it.each(commands)('$page: $line', async ({ line }) => {
    if (['bin/whosout help', 'bin/whosout --version'].includes(line)) return
    const { help } = await helpFor(line)
    // A group without a command ends in its list of commands, which names no wrong one.
    expect(help.includes('\nCommands:') && wordsOf(line).length > 2 ? line : '').toBe('')
    const options = wordsOf(line).filter((word) => word.startsWith('-') && word !== '-')
    for (const option of options) expect(help).toMatch(new RegExp(`^ {2}(-\\w, )?${option}\\b`, 'm'))
  })

  it('never goes through npx, which would ask the registry for a package of that name', () =>
    expect(examples.filter(({ line }) => /npx whosout/.test(line))).toEqual([]))
})

describe('every npm script in the documentation', () => {
  const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Record<string, string> }
  const named = examples.flatMap(({ line }) =>
    [...line.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name!),
  )

  it('exists', () => {
    expect(named).toContain('demo')
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([])
  })
})

describe('every link in the documentation', () => {
  const links = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)].map(([, path, anchor]) => ({
      page,
      target: path === '' ? page : join(dirname(page), path!),
      anchor,
    })),
  )
  const anchorsOf = (text: string): readonly string[] =>
    [...text.matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
      title!
        .toLowerCase()
        .replace(/[^\w\s-]/g, '')
        .replace(/\s/g, '-'),
    )

  it.each(links)('$page leads to $target', ({ target, anchor }) => {
    expect(existsSync(join(root, target))).toBe(true)
    if (anchor !== undefined) expect(anchorsOf(read(target))).toContain(anchor)
  })

  it('leads to every page', () =>
    expect(
      pages.filter((page) => page !== 'README.md' && !links.some(({ target }) => target === page)),
    ).toEqual([]))
})

/** Refusals that only a command or the Home tab can meet. */
const notOverHttp: readonly string[] = ['plan_limit', 'conflict']

describe('the table of errors in the documentation', () => {
  it('has every code that a reply may have, with its status', () => {
    const rows = [...read('docs/api.md').matchAll(/^\| (\d{3}(?:, \d{3})*) +\| (.*?) +\|/gm)]
    const told = rows.flatMap(([, statuses, cell]) => {
      const codes = [...cell!.matchAll(/`(\w+)`/g)].map(([, code]) => code!)
      const numbers = statuses!.split(', ')
      return codes.map((code, at) => [code, Number(numbers.length > 1 ? numbers[at] : numbers[0])] as const)
    })
    const known = Object.entries(errors).map(([code, { status }]) => [code, status] as const)
    expect(Object.fromEntries(told)).toEqual(
      Object.fromEntries(known.filter(([code]) => !notOverHttp.includes(code))),
    )
  })
})

describe('every message in the page about troubleshooting', () => {
  const said = ['src', 'bin']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => folder === 'bin' || name.endsWith('.ts'))
        .map((name) => read(`${folder}/${name}`)),
    )
    .join('\n')
  const messages = [...read('docs/troubleshooting.md').matchAll(/^\| `([^`]+)`/gm)].map(([, text]) => text!)

  it('is looked at', () => expect(messages.length).toBeGreaterThan(35))

  it.each(messages)('is one of the program: %s', (message) => {
    const parts = message.split('…').map((part) => part.trim())
    expect(parts.filter((part) => !said.includes(part))).toEqual([])
  })
})

/** Read by the command line alone, and by the tests. */
const notOfTheServer = ['WHOSOUT_ORG', 'CHROMIUM_PATH', 'NO_COLOR']

describe('every setting in the documentation', () => {
  it('is in .env.example', () => {
    const known = read('.env.example')
    const named = examples.flatMap(({ line }) =>
      [...line.matchAll(/\b([A-Z]+(?:_[A-Z]+)+)(?==|$)/g)].map(([, name]) => name!),
    )
    expect(named).toContain('MONGODB_URI')
    expect([...new Set(named)].filter((name) => !known.includes(`${name}=`))).toEqual(notOfTheServer)
  })
})

describe('every decision that a comment cites', () => {
  const headings = [...read('docs/decisions.md').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading!)
  const cited = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((file) =>
      // A comment may break anywhere.
      [
        ...read(`src/${file}`)
          .replaceAll(/\n\s*(?:\*|\/\/) /g, ' ')
          .matchAll(/\(decisions, (.+?)\)/g),
      ].flatMap(([, names]) =>
        [...names!.matchAll(/"([^"]+)"/g)].map(([, heading]) => ({ file, heading: heading! })),
      ),
    )

  it('is looked at', () => expect(cited.length).toBeGreaterThan(40))

  it('is a heading of docs/decisions.md', () =>
    expect(cited.filter(({ heading }) => !headings.includes(heading))).toEqual([]))
})

describe('every path in the page about the architecture', () => {
  const paths = examples.flatMap(({ page, line }) =>
    page === 'docs/architecture.md' && /^(?:src|test)\//.test(line) ? [line] : [],
  )

  it('is looked at', () => expect(paths.length).toBeGreaterThan(40))

  it.each(paths)('%s exists', (path) => expect(existsSync(join(root, path))).toBe(true))
})
