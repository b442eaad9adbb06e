/**
 * `npm run generators`: has generators of clients read the OpenAPI document, and compiles what they make. Those written in
 * other languages run where they are installed; those of npm are fetched from the registry, in the versions named here.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openApiDocument } from '../../src/http/docs/openapi.js'

interface Folder {
  readonly path: string
  /** Runs a command there and returns what it said; throws when it fails. */
  run(command: string, ...args: readonly string[]): string
  write(name: string, text: string): void
  read(name: string): string
}

interface Generator {
  readonly name: string
  /** A command that tells whether it is here, and how it is installed. Those of npm need neither. */
  readonly tool?: { readonly command: string; readonly install: string }
  /** `openapi.json` is in the folder. Throws when something is wrong. */
  readonly generate: (folder: Folder) => void
}

const use = `import type { paths } from './api.js'
type Get = paths['/api/v1/presence']['get']
type Presence = Get['responses'][200]['content']['application/json']
type Refused = Get['responses'][422]['content']['application/json']
export const kindOf = ({ out }: Presence): string | undefined => out[0]?.leaves[0]?.type
export const teamOf = ({ in: working }: Presence): string | null | undefined => working[0]?.team_name
export const pathsOf = ({ error }: Refused): string[] | undefined => error.issues?.flatMap(({ path }) => path)
export const query: Get['parameters']['query'] = { from: '2026-11-20' }
`

const generators: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    generate: ({ run, write }) => {
      const packages = ['openapi-typescript@7.13.0', 'typescript@5.9.3'].map((name) => `--package=${name}`)
      const exec = (...command: readonly string[]) =>
        run('npm', 'exec', '--yes', ...packages, '--', ...command)
      exec('openapi-typescript', 'openapi.json', '-o', 'api.d.ts')
      write('use.ts', use)
      exec('tsc', '--noEmit', '--strict', '--module', 'nodenext', 'use.ts', 'api.d.ts')
    },
  },
  {
    name: 'Postman (openapi-to-postmanv2)',
    generate: ({ run, read }) => {
      const [name, command] = ['--package=openapi-to-postmanv2@6.3.3', 'openapi2postmanv2']
      run('npm', 'exec', '--yes', name, '--', command, '-s', 'openapi.json', '-o', 'collection.json')
      const made = read('collection.json')
      for (const text of ['"presence"', '"team_id"', '"bearer"', 'The key has exceeded its rate limit.'])
        if (!made.includes(text)) throw new Error(`the collection has no ${text}`)
    },
  },
  {
    name: 'openapi-python-client',
    tool: {
      command: 'openapi-python-client --version',
      install: 'pipx install openapi-python-client==0.29.1',
    },
    generate: ({ run }) => {
      const options = ['--meta', 'none', '--fail-on-warning']
      run(
        'openapi-python-client',
        'generate',
        '--path',
        'openapi.json',
        '--output-path',
        'client',
        ...options,
      )
      run('python3', '-m', 'compileall', '-q', 'client')
    },
  },
  {
    name: 'oapi-codegen',
    tool: {
      command: 'oapi-codegen -version',
      install: 'go install github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2',
    },
    generate: ({ run, write }) => {
      write(
        'client.go',
        run('oapi-codegen', '-generate', 'types,client', '-package', 'client', 'openapi.json'),
      )
      run('go', 'mod', 'init', 'example.com/client')
      run('go', 'mod', 'tidy')
      run('go', 'vet', './...')
    },
  },
  {
    name: 'progenitor',
    tool: { command: 'cargo-progenitor progenitor --help', install: 'cargo install cargo-progenitor@0.15.1' },
    generate: ({ path, run }) => {
      const names = ['-i', 'openapi.json', '-o', 'client', '-n', 'whosout-client', '-v', '0.1.0']
      run('cargo-progenitor', 'progenitor', ...names)
      run('cargo', 'check', '--quiet', '--manifest-path', join(path, 'client/Cargo.toml'))
    },
  },
]

const openFolder = (path: string): Folder => ({
  path,
  run(command, ...args) {
    const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: path, encoding: 'utf8' })
    if (error || status !== 0) throw error ?? new Error(`${command} ${args[0]}: ${stdout}${stderr}`)
    return stdout
  },
  write: (name, text) => writeFileSync(join(path, name), text),
  read: (name) => readFileSync(join(path, name), 'utf8'),
})

const isHere = (command: string): boolean => {
  const [tool, ...args] = command.split(' ')
  return spawnSync(tool!, args).status === 0
}

const tryOut = (generator: Generator, path: string): 'works' | 'fails' | 'left out' => {
  const { tool } = generator
  if (tool && !isHere(tool.command)) {
    console.log(`${generator.name}: left out. To have it here: ${tool.install}`)
    return 'left out'
  }
  mkdirSync(path)
  const folder = openFolder(path)
  folder.write('openapi.json', JSON.stringify(openApiDocument(undefined)))
  try {
    generator.generate(folder)
    console.log(`${generator.name}: works`)
    return 'works'
  } catch (fault) {
    console.error(`${generator.name}: fails\n${(fault as Error).message}`)
    return 'fails'
  }
}

const place = mkdtempSync(join(tmpdir(), 'whosout-generators-'))
try {
  const outcomes = generators.map((generator, number) => tryOut(generator, join(place, String(number))))
  process.exitCode = outcomes.includes('fails') ? 1 : 0
} finally {
  rmSync(place, { recursive: true, force: true })
}
