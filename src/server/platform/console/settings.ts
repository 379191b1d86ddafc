import { isIP } from 'node:net';
import { COUNTRIES, type CountryCode } from '../../../countries/countries.ts';
import { STAFF_ROLES, type StaffRole } from '../../../contract/staff/permissions.ts';
import { ConfigError } from '../settings.ts';

/** A role or a country for each group of the identity provider. */
export type StaffGroups = ReadonlyMap<string, StaffRole | CountryCode>;

interface ConsoleValues {
  readonly CONSOLE_URL?: string | undefined;
  readonly CONSOLE_OIDC_ISSUER?: string | undefined;
  readonly CONSOLE_OIDC_CLIENT_ID?: string | undefined;
  readonly CONSOLE_OIDC_CLIENT_SECRET?: string | undefined;
  readonly CONSOLE_OIDC_GROUPS?: string | undefined;
  readonly SANDBOX: boolean;
}

const oidcNames = ['CONSOLE_OIDC_ISSUER', 'CONSOLE_OIDC_CLIENT_ID', 'CONSOLE_OIDC_CLIENT_SECRET'] as const;

/**
 * Refuses settings with which the console could not be entered, or shared a host with borrowers.
 * @throws ConfigError
 */
export function checkConsole(values: ConsoleValues): StaffGroups | undefined {
  const given = oidcNames.filter((name) => values[name] !== undefined);
  if (given.length > 0 && given.length < oidcNames.length)
    throw new ConfigError(`The settings ${oidcNames.join(', ')} belong together: give all or none.`);
  const { CONSOLE_URL: consoleUrl } = values;
  if (consoleUrl === undefined) return undefined;
  const { host, hostname, pathname, search } = new URL(consoleUrl);
  if (pathname !== '/' || search !== '')
    throw new ConfigError('The setting CONSOLE_URL is wrong: it is a host without a path.');
  const borrowers = Object.entries(values).filter(([name]) => name.startsWith('PUBLIC_URL_'));
  if (borrowers.some(([, url]) => typeof url === 'string' && new URL(url).host === host))
    throw new ConfigError('The setting CONSOLE_URL is wrong: the console has a host of its own.');
  if (!values.SANDBOX && given.length === 0 && isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)
    throw new ConfigError(
      'The setting CONSOLE_URL is wrong: passkeys, the only way in without an identity provider, belong to a name and not to an address.',
    );
  return groupsOf(values.CONSOLE_OIDC_GROUPS);
}

function groupsOf(pairs: string | undefined): StaffGroups | undefined {
  if (pairs === undefined) return undefined;
  const gifts: readonly (StaffRole | CountryCode)[] = [...STAFF_ROLES, ...COUNTRIES];
  return new Map(
    pairs.split(',').map((pair) => {
      const [group = '', given] = pair.split('=').map((part) => part.trim());
      const gift = gifts.find((each) => each === given);
      if (group === '' || gift === undefined)
        throw new ConfigError(
          `The setting CONSOLE_OIDC_GROUPS is wrong: ${pair.trim()} is not group=role or group=country.`,
        );
      return [group, gift];
    }),
  );
}
