import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtProgram } from '../built.js'
import { dayAt } from '../../src/calendar/day.js'
import { fillTemplate } from '../../src/cli/init/env-file.js'
import { environment, newFolder } from './whosout.js'

const program = builtProgram('src/main.js')

/** Slack, as far as it says whose token it is. */
const slack = createServer((request, response) => {
  const isGood = request.headers.authorization === 'Bearer xoxb-good'
  const said = isGood ? { ok: true, team: 'Acme HQ', team_id: 'T1' } : { ok: false, error: 'invalid_auth' }
  response.setHeader('content-type', 'application/json').end(JSON.stringify(said))
})

let folder: Awaited<ReturnType<typeof newFolder>>
let env: NodeJS.ProcessEnv
beforeAll(async () => {
  folder = await newFolder()
  slack.listen(0, '127.0.0.1')
  await once(slack, 'listening')
  const { port } = slack.address() as AddressInfo
  env = environment({ SLACK_API_URL: `http://127.0.0.1:${port}/api/` })
  await writeFile(
    join(folder.path, 'people.csv'),
    'email,name,team\nana@acme.example,Ana Ruiz,Design\nben@acme.example,Ben Okafor,Sales\n',
  )
  const today = dayAt(new Date(), 'Europe/Berlin')
  await writeFile(
    join(folder.path, 'their leave.csv'),
    `Dienst-Mail;Grund;Von;Bis\nana@acme.example;Urlaub;${today};${today}\n`,
  )
})
afterAll(async () => {
  slack.close()
  await folder.remove()
})

const run = async (words: readonly string[], ...typed: readonly string[]) => {
  const child = spawn(process.execPath, [program, ...words], { cwd: folder.path, env })
  child.stdin.end(typed.map((line) => `${line}\n`).join(''))
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { out, err, code: code as number }
}

const settings = (name = '.env') => readFile(join(folder.path, name), 'utf8')

describe('whosout init', () => {
  it('sets up store, organization, people, key and Slack, and writes what is set', async () => {
    const { out, err, code } = await run(
      ['init'],
      ...['?', './here', '~/data/people.csv', 'Ärzte & Co', 'Ärzte', '', 'Nowhere/Town', 'Berlin', ''],
      ...['missing.csv people.csv', `people.csv 'their leave.csv'`, '--mapp x=y', 'again', '', 'y', ''],
      ...['ZZ', 'DE-BE', '', 'n'],
      ...['nonsense', 'xoxb-bad', 'xoxb-good', 'xapp-1', '', 'y', 'y'],
    )
    expect(out.match(/A hyphen\s+always skips it\./g)).toHaveLength(2)
    expect(err).toMatch(/"~\/data\/people\.csv" is a path\. What is the organization called\?/)
    expect(out).toMatch(/keys create --org arzte-co --name dashboard --reasons hidden/)
    expect(err).toMatch(/Use lower-case letters, digits and hyphens/)
    expect(err).toMatch(
      /"Nowhere\/Town" is not a time zone[^]*"Berlin" is not a time zone\. Use a name such as Europe\/Berlin/,
    )
    expect(err).toMatch(/There is no file missing\.csv\./)
    expect(err).toMatch(/unknown option '--mapp'/)
    expect(err).toMatch(/A bot token begins with xoxb-[^]*Slack refused the token \(invalid_auth\)/)
    expect(err.match(/nothing was written/g)).toHaveLength(2)
    expect(out).toMatch(/It belongs to the workspace "Acme HQ"/)
    expect(out).toMatch(
      /Created "Ärzte & Co" \(arzte-co\): paid[^]*2 members added; 1 leave added; 2 teams added[^]*who_live_/,
    )
    expect(out).toMatch(/now has the bank holidays of DE-BE/)
    expect(out).toMatch(
      /curl -H 'Authorization: Bearer who_live_\w+' http:[^]*It answers for [^]*: 1 in, 1 out \(Ana Ruiz\)/,
    )
    expect(out).toMatch(
      /import people\.csv 'their leave\.csv' --org arzte-co --map Dienst-Mail=email +# again/,
    )
    expect(out).toMatch(/ok {4}organizations: arzte-co/)
    expect(code).toBe(0)
    const written = await settings()
    expect(written).toContain(`DATA_DIR=${join(folder.path, 'here')}\n`)
    expect(written).toMatch(/^SLACK_BOT_TOKEN=xoxb-good$/m)
    expect(written).toMatch(/^SLACK_APP_TOKEN=xapp-1$/m)
    expect(written).toMatch(/^HOST=127\.0\.0\.1$/m)
    expect(written).toMatch(/^SLACK_ORGANIZATION=arzte-co$/m)
    expect(written).not.toContain('xoxb-bad')
    expect((await stat(join(folder.path, '.env'))).mode & 0o777).toBe(0o600)
    // Twenty processes, one after the other.
  })

  it('goes on with what is there, and copies settings before it replaces them', async () => {
    const before = await settings()
    const { out, code } = await run(['init'], '', '-', '-', '-', 'http://whosout.lan:4000', 'y')
    expect(out).toMatch(/There is one organization: arzte-co/)
    expect(code).toBe(0)
    expect(await settings()).toMatch(/^PORT=4000$[^]*^BASE_URL=http:\/\/whosout\.lan:4000$/m)
    expect(await settings()).toMatch(/^SLACK_BOT_TOKEN=xoxb-good$/m)
    expect(await settings('.env.before-init')).toBe(before)
  })

  it('hands only settings of the file to what it runs, and writes through no link', async () => {
    const at = (name: string) => join(folder.path, name)
    await writeFile(at('evil.cjs'), `require('node:fs').writeFileSync(${JSON.stringify(at('ran'))}, '')`)
    await writeFile(at('.env'), `${await settings()}NODE_OPTIONS='--require ${at('evil.cjs')}'\n`)
    await writeFile(at('precious'), 'kept')
    for (const name of ['.env.before-init', '.env.part', '.env.before-init.part']) {
      await rm(at(name), { force: true })
      await symlink(at('precious'), at(name))
    }
    const before = await settings()
    expect(await run(['init'], '', '-', '-', '-', '-', 'y')).toMatchObject({ code: 0 })
    expect([existsSync(at('ran')), await settings('precious')]).toEqual([false, 'kept'])
    expect(await settings('.env.before-init')).toBe(before)
  })

  it('says that its input ended, and keeps what was done', async () => {
    const { err, code } = await run(['init'], './other', 'Acme')
    expect([code, err]).toEqual([1, 'The input ended. What was done so far is kept.\n'])
  })

  it.skipIf(spawnless())('asks in a terminal, one question after the other', async () => {
    const session = `whosout-${process.pid}`
    const tmux = (...words: string[]): string =>
      execFileSync('tmux', ['-L', session, ...words], { encoding: 'utf8' })
    const start = `env -i PATH="$PATH" ${process.execPath} ${program} init --file second.env`
    tmux('new-session', '-d', '-x', '100', '-y', '40', '-c', folder.path, `sh -c '${start}; sleep 60'`)
    const isShown = async (words: string): Promise<void> => {
      while (!tmux('capture-pane', '-p').includes(words)) await wait(50)
    }
    try {
      for (const [question, answer] of [
        ['Where is the data kept?', './third'],
        ['The name of your organization:', 'Acme'],
        ['Its short name, for commands [acme]:', ''],
        ['Its time zone', 'UTC'],
        ['Files of people', ''],
        ['Bank holidays of which', ''],
        ['What is the API key for? [dashboard]:', '-'],
        ['Slack: the bot token', ''],
        ['The address at which', ''],
        ['Write second.env?', ''],
      ] as const) {
        await isShown(question)
        tmux('send-keys', ...(answer === '' ? [] : [answer]), 'Enter')
      }
      await isShown('To start:')
      expect(await settings('second.env')).toContain(`DATA_DIR=${join(folder.path, 'third')}\n`)
    } finally {
      tmux('kill-server')
    }
  })
})

/** Without tmux there is no terminal to type in. */
function spawnless(): boolean {
  try {
    execFileSync('tmux', ['-V'])
    return false
  } catch {
    return true
  }
}

describe('a file of settings', () => {
  it('keeps comments, quotes what a shell would read, and leaves the rest as it is', () => {
    const template = '# Where\nMONGODB_URI=\n# The port\nPORT=3000\n# MONGODB_URI=mongodb://localhost\n'
    const values: Record<string, string> = { MONGODB_URI: "mongodb://a/b?x=1&y='2'", PORT: '' }
    expect(fillTemplate(template, (name) => values[name])).toBe(
      "# Where\nMONGODB_URI='mongodb://a/b?x=1&y='\\''2'\\'''\n# The port\nPORT=3000\n# MONGODB_URI=mongodb://localhost\n",
    )
  })
})
