const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** "DE-BY, Germany": a code that begins with a country, with that country; an organization's own stays as it is. */
export const placeWords = (code: string): string => {
  const [, country] = /^([A-Z]{2})(?:-[A-Z0-9]{1,3})*$/.exec(code) ?? []
  const name = country === undefined ? undefined : countries.of(country)
  return name === undefined ? code : `${code}, ${name}`
}
