import { ConfigError, settingNames } from '../settings.ts';

/** Excluded because they are the product's own sites: their TLS may end at a proxy. */
const own = /^(?:PUBLIC_URL_\w+|CONSOLE_URL)$/;

/**
 * Requires TLS with verified certificates for connections to other machines in production, unless
 * PLAIN_CONNECTIONS names the setting with the address. Connections within the machine are exempt.
 * @throws ConfigError for any other address
 */
export function refusePlainConnections(values: Readonly<Record<string, unknown>>): void {
  const allowed = namesIn(values['PLAIN_CONNECTIONS']);
  for (const [name, value] of Object.entries(values)) {
    if (typeof value !== 'string' || own.test(name) || allowed.has(name)) continue;
    const needed = neededBy(value);
    if (needed !== undefined)
      throw new ConfigError(
        `The setting ${name} is wrong: production speaks to other machines by TLS only, so ${needed}; or name it in PLAIN_CONNECTIONS.`,
      );
  }
}

/** Includes settings that this process is not given, because all processes share one settings file. */
function namesIn(list: unknown): ReadonlySet<string> {
  const names = typeof list === 'string' ? list.split(',').map((name) => name.trim()) : [];
  const unknown = names.find((name) => !settingNames.includes(name));
  if (unknown !== undefined)
    throw new ConfigError(`The setting PLAIN_CONNECTIONS is wrong: "${unknown}" is not a setting.`);
  return new Set(names);
}

/** @returns the change that makes an address acceptable; undefined if it is, or if it is no address */
function neededBy(address: string): string | undefined {
  const scheme = /^(https?|postgres(?:ql)?|smtps?):/.exec(address)?.[1];
  if (scheme === undefined || !URL.canParse(address)) return undefined;
  const { hostname, searchParams } = new URL(address);
  // PostgreSQL's driver prefers the host in the query string.
  if (isOfThisMachine(searchParams.get('host') ?? decodeURIComponent(hostname))) return undefined;
  switch (scheme) {
    case 'http':
      return 'it must begin with https://';
    case 'smtp':
      return isChecked(searchParams) && searchParams.get('requireTLS') === 'true'
        ? undefined
        : 'it must begin with smtps://, or end with ?requireTLS=true';
    case 'smtps':
      return isChecked(searchParams) ? undefined : 'it must not turn the check of certificates off';
    case 'postgres':
    case 'postgresql':
      return searchParams.getAll('sslmode').every((mode) => mode === 'verify-full') &&
        searchParams.has('sslmode')
        ? undefined
        : 'it must have sslmode=verify-full';
    default:
      return undefined;
  }
}

/** Checks options that the mail library reads from the address. */
function isChecked(options: URLSearchParams): boolean {
  return options.get('ignoreTLS') !== 'true' && options.get('tls.rejectUnauthorized') !== 'false';
}

/** Checks whether a host is a loopback address or a socket file. */
function isOfThisMachine(host: string): boolean {
  return host === '' || host.startsWith('/') || /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(host);
}
