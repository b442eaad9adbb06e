import { execFile } from 'node:child_process'
import type { Asking, Seen } from './asking.js'
import { pinned } from './machine.js'
import { built } from './processes.js'

export interface GeneratorSettings extends Asking {
  readonly host: string
  readonly port: number
  readonly seconds: number
}

/** Runs our own generator in a separate process, on the core that the server does not use. */
export const runGenerator = (url: string, asking: Asking, seconds: number): Promise<Seen> => {
  const { hostname: host, port } = new URL(url)
  const settings: GeneratorSettings = { ...asking, host, port: Number(port), seconds }
  const [command, ...rest] = pinned('rest', [process.execPath, built('bench/generator.js')])
  return new Promise((resolve, reject) => {
    const generator = execFile(command!, rest, (fault, out) =>
      fault ? reject(fault) : resolve(JSON.parse(out) as Seen),
    )
    // Two thousand requests do not fit into one argument.
    generator.stdin?.end(JSON.stringify(settings))
  })
}
