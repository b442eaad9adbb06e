import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Programs of others that test files run, by the end of the file's name. Nothing downloads them. */
const needed: Readonly<Record<string, readonly string[]>> = {
  '.prometheus.test.ts': ['prometheus', 'promtool'],
  '.nginx.test.ts': ['nginx'],
}

/** Where Debian keeps servers, which is not on everybody's PATH. */
export const pathWithServers = (path = ''): string => [path, '/usr/sbin'].join(delimiter)

const isThere = (program: string, path: string): boolean =>
  path.split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, program)))

/** The test files whose programs are not on the PATH. */
export const filesWithoutPrograms = (folder: string, path: string): readonly string[] => {
  const missing = Object.keys(needed).filter((end) => needed[end]!.some((program) => !isThere(program, path)))
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => missing.some((end) => name.endsWith(end)))
    .map((name) => `test/${name}`)
    .toSorted()
}

/** The line that a run without them ends with. */
export const withoutProgramsLine = (files: readonly string[]): string =>
  `LEFT OUT for want of a program: ${files.join(', ')}. To run them: apt-get install nginx-light prometheus`
