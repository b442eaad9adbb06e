const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/**
 * "DE-BY, Germany": a holiday calendar by its code and, where the code begins with a country, by that country. A code
 * of the organization's own stays as it is.
 */
export const placeWords = (code: string): string => {
  const [, country] = /^([A-Z]{2})(?:-[A-Z0-9]{1,3})*$/.exec(code) ?? []
  const name = country === undefined ? undefined : countries.of(country)
  return name === undefined ? code : `${code}, ${name}`
}
