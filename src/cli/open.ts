import type { Environment } from '../config/config.js'
import type { Organization } from '../domain/organization/organization.js'
import { Problem } from '../domain/problem.js'
import type { Actor, Dependencies } from '../services/dependencies.js'
import type { AllServices } from '../services/index.js'
import { organizationBySlug } from '../services/organizations/organizations.js'
import { openFeedTools } from '../open.js'
import { configOf } from './config.js'
import type { Io } from './io.js'

/** What a command on the store is given. */
export interface InStore {
  readonly dependencies: Dependencies
  readonly services: AllServices
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

interface CommandProcess {
  readonly io: Io
  readonly env: Environment
}

/** The services of a server, made once for a command. */
const openServices = async (
  { io, env }: CommandProcess,
  dependencies: Dependencies,
): Promise<AllServices> => {
  const { createServices } = await import('../services/index.js')
  const config = configOf(env)
  const services = createServices({
    ...dependencies,
    elapsed: () => io.now().getTime(),
    warn: () => undefined,
    warnAboutZone: () => undefined,
    base: null,
    owner: io.who,
    feeds: {
      open: (makeKey) => openFeedTools(config, io, { makeKey }),
      allowPrivate: config.feedsAllowPrivate,
    },
  })
  return { ...services, ...(await services.openInteractive()) }
}

/** Opens the store; one that does not exist is created only where `createsStore` says so. */
export const withDependencies = <T>(
  cli: CommandProcess,
  use: (scope: InStore) => Promise<T>,
  { createsStore }: { readonly createsStore: boolean },
): Promise<T> => {
  const { io } = cli
  const folder = createsStore ? null : io.missingFolder()
  if (folder !== null)
    throw new Problem(
      'not_found',
      `There is no store in ${folder}. Set DATA_DIR (or MONGODB_URI) to its location, or start with: whosout org create "Acme" --slug acme`,
    )
  const { now, random, wait, tzdata, who } = io
  return io.withStore(async (store) => {
    const dependencies = { store, now, random, wait, tzdata }
    const services = await openServices(cli, dependencies)
    return use({ dependencies, services, actor: { who, from: who.slice(who.indexOf('@') + 1) } })
  })
}

/** Throws `not_found` when there is no organization, `invalid` when there are several. */
const onlyOrganization = async ({ organizations }: AllServices): Promise<Organization> => {
  const found = await organizations.list()
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
  cli: CommandProcess,
  use: (scope: AboutOne) => Promise<T>,
  { org, createsStore }: { readonly org: string | undefined; readonly createsStore: boolean },
): Promise<T> => {
  const named = org ?? (cli.env['WHOSOUT_ORG'] || undefined)
  const find = ({ dependencies, services }: InStore): Promise<Organization> =>
    named === undefined ? onlyOrganization(services) : organizationBySlug(dependencies.store, named)
  return withDependencies(
    cli,
    async (scope) => {
      const organization = await find(scope)
      return use({ ...scope, organization, org: organization._id, slug: organization.slug })
    },
    { createsStore },
  )
}
