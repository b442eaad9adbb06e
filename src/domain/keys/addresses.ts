import { BlockList, isIP } from 'node:net'

/**
 * An address or a range `address/bits`, as given; null when it is neither. Zone ids (`fe80::1%eth0`) are refused
 * because they only have a meaning on one machine.
 */
export const parseAddressRule = (text: string): string | null => {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || address.includes('%') || rest.length > 0) return null
  if (bits === undefined) return text
  return /^(0|[1-9]\d{0,2})$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128) ? text : null
}

/** A proxy may pass on a caller's arbitrary text as the address; only real addresses are stored. */
export const addressOrNull = (text: string): string | null => (isIP(text) === 0 ? null : text)

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/**
 * Whether an address is in the list. The rules must be ones that `parseAddressRule` accepts. `::ffff:10.0.0.1` is read
 * as the IPv4 address it contains; text that is not an address is in no list.
 */
export const createAddressMatcher = (rules: readonly string[]): ((address: string) => boolean) => {
  const list = new BlockList()
  for (const rule of rules) {
    const [address = '', bits] = rule.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address))
}
