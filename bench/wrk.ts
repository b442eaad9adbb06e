import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AskedRequest, Asking, Seen } from './asking.js'
import { pinned } from './machine.js'

const quoted = (text: string): string => JSON.stringify(text)

const requestIn = ({ path, headers }: AskedRequest): string => {
  const fields = Object.entries(headers).map(([name, value]) => `[${quoted(name)}]=${quoted(value)}`)
  return `wrk.format("GET", ${quoted(path)}, {${fields.join(', ')}})`
}

/** Every request is built once, when wrk starts, and then sent in rotation. */
const scriptOf = (requests: readonly AskedRequest[]): string => `
local requests = {}
local at = 0
function init()
${requests.map((request, i) => `  requests[${i + 1}] = ${requestIn(request)}`).join('\n')}
end
function request()
  at = at % ${requests.length} + 1
  return requests[at]
end
`

const units: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1_000, m: 60_000 }

const number = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? 0)

const readReport = (text: string): Seen => {
  const [, value, unit] = /^\s+99%\s+([\d.]+)(us|ms|s|m)\s*$/m.exec(text) ?? []
  const broken =
    /Socket errors: connect (\d+), read (\d+), write (\d+), timeout \d+/.exec(text)?.slice(1) ?? []
  return {
    requestsPerSecond: number(text, /Requests\/sec:\s+([\d.]+)/),
    p99: value === undefined ? Infinity : Number(value) * units[unit!]!,
    faults: broken.reduce(
      (sum, count) => sum + Number(count),
      number(text, /Non-2xx or 3xx responses: (\d+)/),
    ),
  }
}

/** Runs wrk with one thread, on the core that the server does not use. */
export const runWrk = async (
  url: string,
  { requests, connections }: Asking,
  seconds: number,
): Promise<Seen> => {
  const folder = mkdtempSync(join(tmpdir(), 'whosout-wrk-'))
  const script = join(folder, 'ask.lua')
  writeFileSync(script, scriptOf(requests))
  // wrk takes only whole seconds; its unit "s" is used for fractions all the same.
  const words = [
    '-t1',
    `-c${connections}`,
    `-d${Math.max(1, Math.round(seconds))}s`,
    '--timeout',
    '20s',
    '--latency',
  ]
  const [command, ...rest] = pinned('rest', ['wrk', ...words, '-s', script, url])
  try {
    return await new Promise<Seen>((resolve, reject) => {
      execFile(command!, rest, (fault, out) => (fault ? reject(fault) : resolve(readReport(out))))
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
