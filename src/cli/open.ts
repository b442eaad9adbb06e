import type { Organization } from '../domain/organization/organization.js'
import type { Actor, Dependencies } from '../services/dependencies.js'
import { organizationBySlug } from '../services/organizations/organizations.js'
import type { Io } from './io.js'

/** The option of most commands about one organization. */
export interface OrgOptions {
  readonly org: string
  readonly json?: boolean
}

/** Opens the store and calls `use` with the dependencies of services. */
export const withDependencies = <T>(io: Io, use: (dependencies: Dependencies) => Promise<T>): Promise<T> =>
  io.withStore((store) =>
    use({
      store,
      now: () => io.now(),
      random: (size) => io.random(size),
      wait: (milliseconds) => io.wait(milliseconds),
      tzdata: io.tzdata,
    }),
  )

/** The same for a command about one organization. Throws `not_found` when no organization has the slug. */
export const withOrganization = <T>(
  io: Io,
  slug: string,
  use: (organization: Organization, dependencies: Dependencies) => Promise<T>,
): Promise<T> =>
  withDependencies(io, async (dependencies) =>
    use(await organizationBySlug(dependencies.store, slug), dependencies),
  )

/** The person and machine that run the command, from `user@machine`. */
export const actorOf = ({ who }: Pick<Io, 'who'>): Actor => ({ who, from: who.slice(who.indexOf('@') + 1) })

/**
 * `a, b` as two values, for options that take a list. Repeated options add up. An empty text is one empty value, which
 * is refused: `--allow "$UNSET"` must not mean "any address".
 */
export const listOption = (text: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  ...text.split(',').map((value) => value.trim()),
]
