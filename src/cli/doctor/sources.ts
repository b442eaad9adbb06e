import type { Config } from '../../config/config.js'
import { dayAt, zoneOrUtc } from '../../calendar/day.js'
import { unacceptedCalendars } from '../../domain/holidays/yearly.js'
import type { Organization } from '../../domain/organization/organization.js'
import { stateOf, unreadableWords, type DataSource } from '../../domain/sources/source.js'
import { webhookState } from '../../domain/webhooks/webhook.js'
import { openFeedTools, ownKeyFile } from '../../open.js'
import { canBeProposed } from '../../services/holidays/by-region.js'
import { findKey } from '../../services/sources/address-cipher.js'
import { cipherOwner } from '../../services/webhooks/webhooks.js'
import { collect, type Store } from '../../store/port.js'
import type { Io } from '../io.js'
import { counted } from '../output.js'
import { findingsOf, type DoctorFinding } from './finding.js'

const findings = findingsOf('sources')

/** Of the events that cannot be read. */
const maxNamed = 3

const unreadWarning = (slug: string, { _id, name, unreadable }: DataSource): string | null => {
  if (!unreadable) return null
  const events = unreadable.events.slice(0, maxNamed).map(({ summary, reason }) => `"${summary}": ${reason}`)
  return `${slug}: of the source "${name}", ${unreadableWords(unreadable)} (${events.join('; ')}): whosout sources show ${_id} --org ${slug}`
}

const warningOf = (slug: string, source: DataSource): string | null => {
  const { name, last_error, unmatched_count, member_id, _id: id } = source
  const state = stateOf(source)
  const show = `whosout sources show ${id} --org ${slug}`
  if (state === 'held')
    return `${slug}: the source "${name}" is held. ${last_error} To do so: whosout sources confirm ${id} --org ${slug}`
  if (state === 'failing') return `${slug}: the source "${name}" is failing. ${last_error} See ${show}`
  if (state !== 'ok' || unmatched_count === 0) return null
  return source.slack
    ? `${slug}: ${unmatched_count === 1 ? '1 person' : `${unmatched_count} people`} of "${name}" without a member: whosout slack people --org ${slug}`
    : `${slug}: ${counted(unmatched_count, 'event')} of the source "${name}" ${member_id === null ? 'without a member' : 'may be leave of its member'}: ${show}`
}

/** Bank holidays for the next year are proposed from November on. */
const holidayFindings = async (
  store: Store,
  organization: Organization,
  now: Date,
): Promise<readonly DoctorFinding[]> => {
  const { _id: org, slug, timezone } = organization
  const calendars = await collect(store.find('holiday_calendars', { index: 'by_org', equal: { org } }))
  const today = dayAt(now, zoneOrUtc(timezone))
  return unacceptedCalendars(calendars, today).map(({ code, year }) => {
    const next = canBeProposed(code)
      ? `whosout holidays propose ${code} --year ${year}`
      : `whosout holidays add ${code} --org ${slug} --date ${year}-01-01 --name "New Year"`
    return findingsOf('holidays').warning(`${slug}: ${code} has no bank holidays for ${year} yet: ${next}`)
  })
}

type FeedStore = Pick<Store, 'find' | 'kind'>

/** A backup does not contain the key: after a restore it may be missing. */
const lostKeyFindings = async (
  store: FeedStore,
  config: Config,
  io: Pick<Io, 'random'>,
): Promise<readonly DoctorFinding[]> => {
  const sources = await collect(store.find('sources', { index: 'by_org' }))
  const webhooks = await collect(store.find('webhooks', { index: 'by_org' }))
  const encrypted = [
    ...sources
      .filter(({ kind }) => kind === 'calendar')
      .map(({ _id, address, name }) => ({ owner: _id, address, what: `"${name}"` })),
    ...webhooks.map((one) => ({ ...one, owner: cipherOwner(one), what: `the webhook to ${one.host}` })),
  ]
  if (encrypted.length === 0) return []
  const { cipher } = await openFeedTools(config, io, { makeKey: false })
  const lost = encrypted.filter(({ owner, address }) => !cipher || cipher.decrypt(owner, address) === null)
  if (lost.length === 0) return []
  const names = lost.map(({ what }) => what).join(', ')
  const message = `the encryption key for feeds and webhooks is missing, so ${names} cannot be reached: ${findKey(store)}`
  return [findings.broken(message)]
}

const keyFinding = async (config: Config): Promise<readonly DoctorFinding[]> => {
  const file = await ownKeyFile(config)
  if (file === null) return []
  const message = `the addresses of feeds and webhooks are encrypted with the key in ${file}: keep a copy of it, but not beside your backups`
  return [findings.fine(message)]
}

/** Webhooks that are not received, or cannot be sent. */
const webhookFindings = async (
  store: Store,
  slug: string,
  org: string,
): Promise<readonly DoctorFinding[]> => {
  const webhooks = await collect(store.find('webhooks', { index: 'by_org', equal: { org } }))
  return webhooks.flatMap(({ _id, host, last_error, ...webhook }) =>
    last_error === null
      ? []
      : findingsOf('webhooks').warning(
          `${slug}: the webhook to ${host} is ${webhookState(webhook)}. ${last_error} See whosout webhooks deliveries ${_id} --org ${slug}`,
        ),
  )
}

/** Checks the sources and their keys, the webhooks, and the calendars without next year's bank holidays. */
export const sourceFindings = async (
  store: Store,
  config: Config,
  organizations: readonly Organization[],
  io: Pick<Io, 'now' | 'random'>,
): Promise<DoctorFinding[]> => {
  const found: DoctorFinding[] = [
    ...(await keyFinding(config)),
    ...(await lostKeyFindings(store, config, io)),
  ]
  for (const organization of organizations) {
    const { _id: org, slug } = organization
    for (const source of await collect(store.find('sources', { index: 'by_org', equal: { org } })))
      for (const message of [warningOf(slug, source), unreadWarning(slug, source)])
        if (message !== null) found.push(findings.warning(message))
    found.push(...(await webhookFindings(store, slug, org)))
    found.push(...(await holidayFindings(store, organization, io.now())))
  }
  return found
}
