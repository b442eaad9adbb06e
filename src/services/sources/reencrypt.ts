import type { DataSource } from '../../domain/sources/source.js'
import { collect } from '../../store/port.js'
import type { Dependencies } from '../dependencies.js'
import type { AddressCipher } from './address-cipher.js'
import { changeSource } from './stored.js'

/** Re-encrypts the addresses of all sources under the first key. Safe to repeat. */
export const reencryptSources = async (dependencies: Dependencies, cipher: AddressCipher) => {
  const sources = await collect(dependencies.store.find('sources', { index: 'by_org' }))
  const unreadable: DataSource[] = []
  const counts = { moved: 0, unchanged: 0 }
  for (const { org, _id, address, kind } of sources) {
    if (kind !== 'calendar') continue
    if (cipher.isCurrent(_id, address)) {
      counts.unchanged += 1
      continue
    }
    const moved = await changeSource(dependencies, org, _id, (source) => {
      const clear = cipher.decrypt(_id, source.address)
      return clear === null ? {} : { address: cipher.encrypt(_id, clear) }
    })
    if (cipher.isCurrent(_id, moved.address)) counts.moved += 1
    else unreadable.push(moved)
  }
  return { ...counts, unreadable }
}
