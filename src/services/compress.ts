import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A compression of a body. */
export type Coding = 'gzip' | 'br'

const zip = promisify(gzip)
const brotli = promisify(brotliCompress)

/*
 * Measured on a reply of 25 KB: gzip makes 3.5 KB in 0.3 ms at level 4, and 3.4 KB in 1.3 ms at its default level;
 * brotli makes 3.1 KB in 2.6 ms at quality 5, and the same in 39 ms at 9.
 */
const gzipLevel = 4
const brotliQuality = 5

/** Compresses on another thread. Equal bytes give equal bytes. */
export const compress = (body: Buffer, coding: Coding): Promise<Buffer> =>
  coding === 'gzip'
    ? zip(body, { level: gzipLevel })
    : brotli(body, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
          [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        },
      })
