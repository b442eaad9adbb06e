// Puts date-holidays, with what it computes bank holidays by, into one file: 1.4 MB instead of 45 of packages. The folder
// to write to is the argument; the licences of what went into the file stand beside it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('..', import.meta.url))
const modules = join(root, 'node_modules')
const folder = process.argv[2]

const bundle = await rolldown({ input: 'date-holidays', cwd: root, platform: 'node' })
const { output } = await bundle.write({ file: join(folder, 'date-holidays.js'), format: 'esm', minify: true })

const names = Object.keys(output[0].modules).flatMap((path) => {
  const [, name] = /^.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(path) ?? []
  return name === undefined ? [] : [name]
})
const licences = [...new Set(names)].sort().map((name) => {
  const { license } = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8'))
  const file = readdirSync(join(modules, name)).find((one) => /^licen[cs]e/i.test(one))
  return `# ${name}: ${license}\n\n${readFileSync(join(modules, name, file), 'utf8').trim()}\n`
})
writeFileSync(join(folder, 'licences.txt'), licences.join('\n'))
