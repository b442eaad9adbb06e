import { describe, expect, it } from 'vitest'
import type { Cli } from '../../../src/cli/command.js'
import { commandNames } from '../../../src/cli/program/commands.js'
import { invocationOf, writtenFor, type Started } from '../../../src/cli/program/invocation.js'
import { buildProgram } from '../../../src/cli/program/program.js'

const launcher = '/srv/whosout/bin/whosout'

/** Started as `script` in `folder`, on a machine with the links named. */
const started = (
  script: string,
  folder: string,
  path = '/usr/bin:/bin',
  links: Readonly<Record<string, string>> = {},
): Started => {
  const files = [launcher, '/srv/whosout/dist/src/main.js', '/srv/my tools/bin/whosout']
  return { script, folder, path, resolve: (asked) => links[asked] ?? (files.includes(asked) ? asked : null) }
}

describe('how the program is run again', () => {
  it.each<[string, string, Started]>([
    ['the launcher, from its package', 'bin/whosout', started(launcher, '/srv/whosout')],
    ['from its own folder', './whosout', started(launcher, '/srv/whosout/bin')],
    ['from above', 'whosout/bin/whosout', started(launcher, '/srv')],
    ['from elsewhere', launcher, started(launcher, '/home/ana')],
    [
      'in a folder with a blank',
      "'/srv/my tools/bin/whosout'",
      started('/srv/my tools/bin/whosout', '/home/ana'),
    ],
    ['the built file', 'node dist/src/main.js', started('/srv/whosout/dist/src/main.js', '/srv/whosout')],
    ['on the PATH', 'whosout', started(launcher, '/home/ana', '/usr/bin:/srv/whosout/bin')],
    [
      'through a link on the PATH',
      'whosout',
      started('/usr/local/bin/whosout', '/', '/usr/local/bin', { '/usr/local/bin/whosout': launcher }),
    ],
    [
      'beside another program of that name on the PATH',
      'bin/whosout',
      started(launcher, '/srv/whosout', '/usr/bin', { '/usr/bin/whosout': '/opt/other/whosout' }),
    ],
  ])('%s: %s', (_, invocation, from) => expect(invocationOf(from)).toBe(invocation))
})

describe('a text for people', () => {
  it.each([
    ['Next: whosout keys create --org acme', 'Next: bin/whosout keys create --org acme'],
    ['a running "whosout serve" posts it', 'a running "bin/whosout serve" posts it'],
    ['Usage: whosout [options] [command]', 'Usage: bin/whosout [options] [command]'],
    ['DATA_DIR=/tmp/x whosout presence --org sample', 'DATA_DIR=/tmp/x bin/whosout presence --org sample'],
    ['(whosout help COMMAND)\nwhosout doctor', '(bin/whosout help COMMAND)\nbin/whosout doctor'],
  ])('%s', (text, written) => expect(writtenFor('bin/whosout', text)).toBe(written))

  it.each([
    'Type /whosout digest in Slack.',
    'Type /whosout help or /invite @whosout here.',
    'whosout is not in the channel',
    'bin/whosout keys list',
    'https://whosout.example.com/whosout/docs',
    'whosout serves one workspace',
    'it is not a whosout backup',
    'the whosout links of your team',
  ])('leaves alone: %s', (text) => expect(writtenFor('bin/whosout', text)).toBe(text))

  it('stays as it is where whosout is on the PATH', () =>
    expect(writtenFor('whosout', 'whosout keys list')).toBe('whosout keys list'))
})

const commandsWith = async (first?: string): Promise<readonly string[]> =>
  (await buildProgram(first, { version: '1.2.3' } as Cli)).commands.map((command) => command.name())

describe('the program', () => {
  it('has every command by the name it is listed with, for the help and for a word that is none', async () => {
    expect(await commandsWith()).toEqual(commandNames)
    expect(await commandsWith('help')).toEqual(commandNames)
    expect(await commandsWith('keyz')).toEqual(commandNames)
  })

  it.each(commandNames.filter((name) => name !== 'help'))('loads for %s nothing else', async (name) => {
    expect(await commandsWith(name)).toEqual([name])
  })

  it('loads no command to say its version', async () => expect(await commandsWith('--version')).toEqual([]))
})
