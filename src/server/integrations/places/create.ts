import type { CountryCode } from '../../../countries/country-pack.ts';
import { SERVER_ENTRIES } from '../../../countries/server-entries.ts';
import type { Config } from '../../platform/config.ts';
import { georef } from './georef.ts';
import type { PlacesRegister } from './port.ts';
import { sandboxPlaces } from './sandbox.ts';

/** @returns undefined for a country whose localities are refreshed by releases only */
export function createPlaces({
  config,
}: {
  readonly config: Config;
}): (country: CountryCode) => PlacesRegister | undefined {
  return (country) => {
    if (SERVER_ENTRIES[country].provinceCodes === undefined) return undefined;
    return config.SANDBOX ? sandboxPlaces(country) : georef({ baseUrl: config.GEOREF_BASE_URL });
  };
}
