import { BlockList, isIP } from 'node:net'

/** An address or a range `address/bits`; null for anything else, zone ids (`fe80::1%eth0`) of one machine too. */
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

/** Whether an address is in the list. `::ffff:10.0.0.1` is read as IPv4; text that is no address is in no list. */
export const createAddressMatcher = (rules: readonly string[]): ((address: string) => boolean) => {
  const list = new BlockList()
  for (const rule of rules) {
    const [address = '', bits] = rule.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address))
}

/** What is not on the public internet (IANA's special-purpose registries), in every way to write IPv4 as IPv6. */
const notPublic = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // Azure's own services, which every machine there reaches at this address.
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/** Of IPv6, only this range is assigned to the public, except for these parts. */
const publicV6 = ['2000::/3']
const notPublicV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20', '3ffe::/16']

const isPrivateV4 = createAddressMatcher(notPublic)
const isGlobalV6 = createAddressMatcher(publicV6)
const isSpecialV6 = createAddressMatcher(notPublicV6)

/** Whether a text is an IP address on the public internet. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !isPrivateV4(address)
  // IPv4-mapped, IPv4-compatible and NAT64 addresses all lie outside 2000::/3.
  return family === 6 && !address.includes('%') && isGlobalV6(address) && !isSpecialV6(address)
}

/**
 * The IP address in a URL's host, without brackets; null for a name. URL has already normalized `127.1` and `0x7f.1`.
 */
export const literalOf = (hostname: string): string | null => {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return isIP(bare) === 0 ? null : bare
}
