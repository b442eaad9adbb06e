import { quoted } from '../shell.js'

/**
 * `.env.example` with other values, as shells and `node --env-file` read them: each setting keeps its comment. A setting
 * that has neither a value nor a place in the template is left out.
 */
export const fillTemplate = (template: string, valueOf: (name: string) => string | undefined): string =>
  template.replace(/^([A-Z_]+)=(.*)$/gm, (line, name: string) => {
    const value = valueOf(name)
    return value === undefined || value === '' ? line : `${name}=${quoted(value)}`
  })
