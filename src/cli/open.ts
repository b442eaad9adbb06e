import type { Environment } from '../config/config.js'
import type { Organization } from '../domain/organization/organization.js'
import { Problem } from '../domain/problem.js'
import type { Actor, Dependencies } from '../services/dependencies.js'
import { createOrganizations, organizationBySlug } from '../services/organizations/organizations.js'
import type { Io } from './io.js'

/** What a command on the store is given. */
export interface InStore {
  readonly dependencies: Dependencies
  /** The person and machine that run the command. */
  readonly actor: Actor
}

/** What a command about one organization is given. */
export interface AboutOne extends InStore {
  readonly organization: Organization
  /** Its id. */
  readonly org: string
  /** Its slug. */
  readonly slug: string
}

/** Opens the store; one that does not exist is created only where `createsStore` says so. */
export const withDependencies = <T>(
  { io }: { readonly io: Io },
  use: (scope: InStore) => Promise<T>,
  { createsStore }: { readonly createsStore: boolean },
): Promise<T> => {
  const folder = createsStore ? null : io.missingFolder()
  if (folder !== null)
    throw new Problem(
      'not_found',
      `There is no store in ${folder}. Set DATA_DIR (or MONGODB_URI) to its location, or start with: whosout org create "Acme" --slug acme`,
    )
  const { now, random, wait, tzdata, who } = io
  return io.withStore((store) =>
    use({
      dependencies: { store, now, random, wait, tzdata },
      actor: { who, from: who.slice(who.indexOf('@') + 1) },
    }),
  )
}

/** Throws `not_found` when there is no organization, `invalid` when there are several. */
const onlyOrganization = async (dependencies: Dependencies): Promise<Organization> => {
  const found = await createOrganizations(dependencies).list()
  const [only, another] = found
  if (only && !another) return only
  if (!only)
    throw new Problem('not_found', 'There are no organizations yet: whosout org create "Acme" --slug acme')
  const slugs = found.map(({ slug }) => slug).join(', ')
  throw new Problem(
    'invalid',
    `There are several organizations: choose one with --org, or set WHOSOUT_ORG (${slugs}).`,
  )
}

/** Opens the store for the organization that `org` names, that WHOSOUT_ORG names, or that is the only one. */
export const withOrganization = <T>(
  cli: { readonly io: Io; readonly env: Environment },
  use: (scope: AboutOne) => Promise<T>,
  { org, createsStore }: { readonly org: string | undefined; readonly createsStore: boolean },
): Promise<T> => {
  const named = org ?? (cli.env['WHOSOUT_ORG'] || undefined)
  const find = ({ dependencies }: InStore): Promise<Organization> =>
    named === undefined ? onlyOrganization(dependencies) : organizationBySlug(dependencies.store, named)
  return withDependencies(
    cli,
    async (scope) => {
      const organization = await find(scope)
      return use({ ...scope, organization, org: organization._id, slug: organization.slug })
    },
    { createsStore },
  )
}
