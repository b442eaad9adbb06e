/** In a file that shells and `node --env-file` read. */
const quoted = (value: string): string =>
  /^[\w@%+=:,./-]*$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`

/**
 * `.env.example` with other values: each setting keeps its comment. A setting that has neither a value nor a place in
 * the template is left out.
 */
export const fillTemplate = (template: string, valueOf: (name: string) => string | undefined): string =>
  template.replace(/^([A-Z_]+)=(.*)$/gm, (line, name: string) => {
    const value = valueOf(name)
    return value === undefined || value === '' ? line : `${name}=${quoted(value)}`
  })
