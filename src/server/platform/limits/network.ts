import { isIPv6 } from 'node:net';

/**
 * Unit of limits per address: an IPv4 address, or the /64 of an IPv6 one. A household or rented server has
 * 2^64 IPv6 addresses, so counting each would amount to no limit.
 */
export function networkOf(address: string): string {
  const plain = plainOf(address);
  return isIPv6(plain) ? `${leading(plain, 4)}::/64` : plain;
}

/** Network that a single attacker can easily control: the /24 of an IPv4 address, the /48 of an IPv6 one. */
export function neighbourhoodOf(address: string): string {
  const plain = plainOf(address);
  return isIPv6(plain) ? `${leading(plain, 3)}::/48` : plain.replace(/\.\d+$/, '.0/24');
}

function plainOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  return mapped?.[1] ?? address.split('%')[0] ?? address;
}

/** First groups of an IPv6 address in a canonical form. */
function leading(plain: string, count: number): string {
  const [left = '', right] = plain.split('::');
  const head = left === '' ? [] : left.split(':');
  const tail = right === undefined || right === '' ? [] : right.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
  const groups = right === undefined ? head : [...head, ...zeros, ...tail];
  return groups
    .slice(0, count)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
