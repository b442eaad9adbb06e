/** The path below which calendars are shown. */
export const calendarPath = '/calendar'

/** Where a link leads: the page, and the feed for calendar programs. `base` has no slash at its end. */
export const addressesOf = (
  base: string,
  token: string,
): { readonly url: string; readonly feed_url: string } => {
  const url = `${base}${calendarPath}/${token}`
  return { url, feed_url: `${url}.ics` }
}
