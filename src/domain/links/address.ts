/** The base path of calendars. */
export const calendarPath = '/calendar'

/** The addresses of a link's page and of its feed for calendar programs. `base` does not end in a slash. */
export const addressesOf = (
  base: string,
  token: string,
): { readonly url: string; readonly feed_url: string } => {
  const url = `${base}${calendarPath}/${token}`
  return { url, feed_url: `${url}.ics` }
}
