import { digestOf } from '../secrets.ts';
import type { Limit } from './limits.ts';
import { neighbourhoodOf, networkOf } from './network.ts';

/** Limit of a neighbourhood (/24 of IPv4, /48 of IPv6) as a multiple of the limit of one address. */
export const neighbourhoodFactor = 4;

/**
 * Limit per address and, at {@link neighbourhoodFactor} times that, per neighbourhood, because a rented
 * network has 65,536 household-sized networks. Keys are digests and reveal no address.
 * @param what name of the counted action, e.g. `signup`
 */
export function addressLimits(
  what: string,
  address: string,
  { max, windowSeconds }: Pick<Limit, 'max' | 'windowSeconds'>,
): Limit[] {
  const keyOf = (by: string, whom: string) => `${what}-${by}:${digestOf(whom).toString('base64url')}`;
  return [
    { key: keyOf('address', networkOf(address)), max, windowSeconds },
    {
      key: keyOf('neighbourhood', neighbourhoodOf(address)),
      max: max * neighbourhoodFactor,
      windowSeconds,
    },
  ];
}
