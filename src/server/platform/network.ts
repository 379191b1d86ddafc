import { isIPv6 } from 'node:net';

/**
 * What a limit per address counts: an IPv4 address, or the /64 of an IPv6 one. A household or a rented
 * server has 2^64 addresses of its own; counted one by one it would have no limit at all.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  const plain = address.split('%')[0] ?? address;
  if (!isIPv6(plain)) return address;
  const [left = '', right] = plain.split('::');
  const head = left === '' ? [] : left.split(':');
  const tail = right === undefined || right === '' ? [] : right.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
  const groups = right === undefined ? head : [...head, ...zeros, ...tail];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
