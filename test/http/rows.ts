import { authenticationRows } from './rows-authentication.js'
import { cachingRows } from './rows-caching.js'
import { dateRows } from './rows-dates.js'
import { keyRows } from './rows-keys.js'
import { limitRows } from './rows-limits.js'
import { methodAndPathRows } from './rows-method-path.js'
import { operationRows } from './rows-operation.js'
import { parameterRows } from './rows-parameters.js'
import { wireRows } from './rows-wire.js'
import type { Row } from './row.js'

/** Rows that are about the process, or that say there is none: 20 (scopes), 84, 87 and 90. */
export const rowsElsewhere: readonly number[] = [20, 84, 87, 90]

/** Tables 1a to 1e of the security notes, as cases. */
export const rows: readonly Row[] = [
  ...authenticationRows,
  ...keyRows,
  ...dateRows,
  ...parameterRows,
  ...methodAndPathRows,
  ...cachingRows,
  ...wireRows,
  ...limitRows,
  ...operationRows,
]
