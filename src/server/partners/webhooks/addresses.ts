import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/**
 * Networks that a webhook never reaches (docs/product/integrations.md#addresses-of-webhooks): IANA's
 * special-purpose registries, multicast, and the prefixes that carry an IPv4 address inside IPv6.
 */
const refused = new BlockList();
const loopback = new BlockList();

const NETWORKS = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
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
  // Platform services of Azure, at a public address.
  '168.63.129.16/32',
];
for (const network of NETWORKS) {
  const [address = '', bits] = network.split('/');
  refused.addSubnet(address, Number(bits), 'ipv4');
}
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Global unicast; everything else of IPv6 is local, mapped, translated or reserved. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
for (const network of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '2620:4f:8000::/48']) {
  const [address = '', bits] = network.split('/');
  refused.addSubnet(address, Number(bits), 'ipv6');
}

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Checks whether webhooks may connect to an IP address. @param toLoopback also allows this machine */
export function isReachable(address: string, toLoopback: boolean): boolean {
  const plain = mapped.exec(address)?.[1] ?? address;
  const family = isIP(plain);
  if (family === 0) return false;
  const type = family === 4 ? 'ipv4' : 'ipv6';
  if (loopback.check(plain, type)) return toLoopback;
  if (refused.check(plain, type)) return false;
  return family === 4 || globalUnicast.check(plain, 'ipv6');
}

/** The address is not one that webhooks may reach. */
export class AddressRefusedError extends Error {}

type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Resolves a name to the first address that webhooks may reach; the connection then goes to exactly that one. */
export function publicLookup(toLoopback: boolean, resolve: Resolve = lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const found = addresses.filter(({ address }) => isReachable(address, toLoopback));
      const [first] = found;
      if (!first) return callback(new AddressRefusedError('address refused'), '', 0);
      // Node asks for all of them where it tries one after the other.
      if (options.all === true) return callback(null, found);
      return callback(null, first.address, first.family);
    });
  };
}

/**
 * Checks the parts of a URL that are known before a connection. What its name resolves to is checked at each
 * attempt.
 */
export function isWebhookUrl(text: string, toLoopback: boolean): boolean {
  // The parser would drop or turn these round, so that the address shown is not the one called.
  if (/[\s\\\p{C}]/u.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password, hostname } = new URL(text);
  if (username !== '' || password !== '') return false;
  const host = hostname.replace(/^\[|\]$|\.$/g, '');
  if (isIP(host) !== 0 ? !isReachable(host, toLoopback) : !isName(host, toLoopback)) return false;
  return protocol === 'https:' || (protocol === 'http:' && toLoopback);
}

/** A name with a dot: names of the own network have none. */
function isName(host: string, toLoopback: boolean): boolean {
  if (/(?:^|\.)localhost$/i.test(host)) return toLoopback;
  return host.includes('.') && !/\.(?:local|internal|localdomain|home\.arpa)$/i.test(host);
}
