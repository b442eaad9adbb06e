import { authenticationRows } from './authentication.js'
import { cachingRows } from './caching.js'
import { dateRows } from './dates.js'
import { keyRows } from './keys.js'
import { limitRows } from './limits.js'
import { methodAndPathRows } from './method-path.js'
import { operationRows } from './operation.js'
import { parameterRows } from './parameters.js'
import { wireRows } from './wire.js'
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
