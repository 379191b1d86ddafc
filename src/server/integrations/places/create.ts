import type { CountryCode } from '../../../countries/country-pack.ts';
import { SERVER_ENTRIES } from '../../../countries/server-entries.ts';
import type { Config } from '../../platform/config.ts';
import { georef } from './georef.ts';
import type { PlacesRegister } from './port.ts';

/** @returns undefined for a country with localities that change only with releases */
export async function createPlaces({
  config,
}: {
  readonly config: Config;
}): Promise<(country: CountryCode) => PlacesRegister | undefined> {
  const standIn = config.SANDBOX ? (await import('./sandbox.ts')).sandboxPlaces : undefined;
  return (country) => {
    if (SERVER_ENTRIES[country].provinceCodes === undefined) return undefined;
    return standIn ? standIn(country) : georef({ baseUrl: config.GEOREF_BASE_URL });
  };
}
