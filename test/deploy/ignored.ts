import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The rules of a .dockerignore that lets nothing through but what it names: those names. */
export const namedIn = (root: string): readonly string[] => {
  const rules = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  if (rules[0] !== '*' || !rules.slice(1).every((rule) => /^![\w.-]+$/.test(rule)))
    throw new Error('.dockerignore must begin with * and then only let single names through')
  return rules.slice(1).map((rule) => rule.slice(1))
}

/** The files of the working tree that reach the image. */
export const admitted = async (root: string): Promise<readonly string[]> => {
  const words = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...namedIn(root)]
  const { stdout } = await promisify(execFile)('git', words, { cwd: root, maxBuffer: 1 << 26 })
  return stdout.split('\0').filter(Boolean)
}
