import type { Environment } from '../config/settings-file.js'
import type { Organization } from '../domain/organization/organization.js'
import { Problem } from '../domain/problem.js'
import { openServices, type Edge } from '../open.js'
import type { Actor, Dependencies } from '../services/dependencies.js'
import type { AllServices } from '../services/index.js'
import { configOf } from './config.js'
import type { Io } from './io.js'
import { directoryLister } from './slack/workspaces.js'

/** What a command may use of the process. */
export interface Machine {
  readonly io: Io
  readonly env: Environment
  readonly edge: Edge
}

/** What a command on the store is given. */
export interface InStore {
  readonly services: AllServices
  /** For what is no service of a server, such as an import. */
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

/** Where data was looked for, and what somebody may have wanted instead. */
export const noStore = (folder: string): string =>
  `No data here: there is no store in ${folder}. Run this in the folder of your .env, or set DATA_DIR (or MONGODB_URI); to begin: whosout init`

/** Opens the store; one that does not exist is created only where `createsStore` says so. */
export const withServices = <T>(
  { io, env, edge }: Machine,
  use: (scope: InStore) => Promise<T>,
  { createsStore }: { readonly createsStore: boolean },
): Promise<T> => {
  const folder = io.missingFolder()
  if (folder !== null && !createsStore) throw new Problem('not_found', `${noStore(folder)}.`)
  if (folder !== null) io.err(`Creating a new store in ${folder}.`)
  const { now, random, wait, tzdata, who } = io
  return io.withStore(async (store) => {
    const dependencies = { store, now, random, wait, tzdata }
    const warn = (_: unknown, what: string): void => io.err(what)
    const services = await openServices(
      { ...dependencies, elapsed: edge.elapsed, owner: who, warn },
      configOf(env),
      directoryLister(env, dependencies),
    )
    return use({ services, dependencies, actor: { who, from: who.slice(who.indexOf('@') + 1) } })
  })
}

/** Throws `not_found` when there is no organization, `invalid` when there are several. */
const onlyOrganization = async ({ organizations }: AllServices): Promise<Organization> => {
  const found = await organizations.list()
  const [only, another] = found
  if (only && !another) return only
  if (!only)
    throw new Problem(
      'not_found',
      'There are no organizations yet: whosout org create "Acme" --slug acme --plan paid',
    )
  const slugs = found.map(({ slug }) => slug).join(', ')
  throw new Problem(
    'invalid',
    `There are several organizations: choose one with --org, or set WHOSOUT_ORG (${slugs}).`,
  )
}

/** Opens the store for the organization that `org` names, that WHOSOUT_ORG names, or that is the only one. */
export const withOrganization = <T>(
  machine: Machine,
  use: (scope: AboutOne) => Promise<T>,
  { org, createsStore }: { readonly org: string | undefined; readonly createsStore: boolean },
): Promise<T> => {
  const named = org ?? (machine.env['WHOSOUT_ORG'] || undefined)
  return withServices(
    machine,
    async (scope) => {
      const { services } = scope
      const organization = await (named === undefined
        ? onlyOrganization(services)
        : services.organizations.bySlug(named))
      return use({ ...scope, organization, org: organization._id, slug: organization.slug })
    },
    { createsStore },
  )
}
