import type { Organization } from '../../domain/organization/organization.js'
import type { TableOptions } from '../../domain/roster/table.js'

/** The meanings of words from now on, when the import adds to them. */
export const newMeanings = (
  { import_types, import_statuses, import_halves }: Organization,
  { types, statuses, halves }: Partial<TableOptions> = {},
): Pick<Organization, 'import_types' | 'import_statuses' | 'import_halves'> => ({
  ...(adds(import_types, types) && { import_types: { ...import_types, ...types } }),
  ...(adds(import_statuses, statuses) && { import_statuses: { ...import_statuses, ...statuses } }),
  ...(halves && halves !== import_halves && { import_halves: halves }),
})

const adds = (known: Readonly<Record<string, string>> = {}, given: Readonly<Record<string, string>> = {}) =>
  Object.entries(given).some(([word, meaning]) => known[word] !== meaning)
