import type { Config } from '../../config/config.js'
import { signInOf } from '../../domain/agents/settings.js'
import type { Organization } from '../../domain/organization/organization.js'
import { counted } from '../output.js'
import { openFetchJson } from '../../open.js'
import { askIssuer } from '../../services/agents/issuers.js'
import { findingsOf, type DoctorFinding } from './finding.js'

const { fine, warning, broken } = findingsOf('agents')

/** Asks the identity provider of each organization whose agents sign in. */
export const agentFindings = async (
  config: Config,
  organizations: readonly Organization[],
): Promise<readonly DoctorFinding[]> => {
  const fetchJson = openFetchJson(config)
  const found = await Promise.all(
    organizations.map(async (organization): Promise<readonly DoctorFinding[]> => {
      const { slug } = organization
      const signIn = signInOf(organization)
      if (!signIn) return []
      const asked = await askIssuer(fetchJson, signIn.issuer)
      if ('failed' in asked)
        return [broken(`${slug}: nobody can sign in with ${signIn.issuer}: ${asked.failed}`)]
      const isAlone = asked.userinfo === null ? '; it has no userinfo, so tokens must have the address' : ''
      return [
        fine(`${slug}: ${signIn.issuer} answers, with ${counted(asked.keys.length, 'key')}${isAlone}`),
        ...(config.baseUrl === undefined
          ? [
              warning(
                `${slug}: agents cannot sign in until BASE_URL is set: tokens are issued for that address`,
              ),
            ]
          : []),
      ]
    }),
  )
  return found.flat()
}
