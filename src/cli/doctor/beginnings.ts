import type { Config } from '../../config/config.js'
import { countingKeys } from '../../domain/keys/key.js'
import type { Organization } from '../../domain/organization/organization.js'
import { collect, type Store } from '../../store/port.js'
import { findingsOf, type DoctorFinding } from './finding.js'

const { warning } = findingsOf('organizations')

type Beginning = Pick<Store, 'find'>

/** Whether somebody is in the organization, and has bank holidays: their own, their team's or everybody's. */
const peopleIn = async (store: Beginning, { _id: org, holidays }: Organization) => {
  const teams = await collect(store.find('teams', { index: 'by_org', equal: { org } }))
  let hasPeople = false
  let hasHolidays = Boolean(holidays) || teams.some((team) => team.holidays)
  for await (const page of store.find('members', { index: 'by_org', equal: { org } })) {
    hasPeople ||= page.length > 0
    hasHolidays ||= page.some((member) => member.holidays)
    if (hasPeople && hasHolidays) break
  }
  return { hasPeople, hasHolidays }
}

/** What an organization lacks before it can answer anybody. */
export const beginningFindings = async (
  store: Beginning,
  { slack }: Pick<Config, 'slack'>,
  organizations: readonly Organization[],
  now: Date,
): Promise<readonly DoctorFinding[]> => {
  const found: DoctorFinding[] = []
  for (const organization of organizations) {
    const { slug } = organization
    const { hasPeople, hasHolidays } = await peopleIn(store, organization)
    if (!hasPeople)
      found.push(warning(`${slug}: no members yet: whosout import people.csv leaves.csv --org ${slug}`))
    if (!hasHolidays)
      found.push(
        findingsOf('holidays').warning(
          `${slug}: nobody has bank holidays: whosout holidays accept CODE --year ${now.getUTCFullYear()} --org ${slug} (such as FR or DE-BE), then whosout holidays assign CODE --org ${slug}`,
        ),
      )
    if (!slack && countingKeys(organization, now).length === 0)
      found.push(
        warning(`${slug}: no API key, and no Slack: whosout keys create --org ${slug} --name dashboard`),
      )
  }
  return found
}
