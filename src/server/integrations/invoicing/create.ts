import { byCountry, type CountryCode } from '../../../countries/countries.ts';
import { SERVER_ENTRIES } from '../../../countries/server-entries.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database.ts';
import type { Vault } from '../../platform/secrets.ts';
import { arcaInvoicing } from './arca.ts';
import { cfeInvoicing } from './cfe.ts';
import type { Invoicing } from './port.ts';

interface InvoicingContext {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly vault: Vault;
}

/** Issuer of fiscal documents of each country; undefined where none is configured. */
export async function createInvoicing(
  context: InvoicingContext,
): Promise<(country: CountryCode) => Invoicing | undefined> {
  const ofCountry = context.config.SANDBOX
    ? (await import('./sandbox.ts')).sandboxInvoicing(context)
    : configured(context);
  const made = byCountry((country) => ofCountry(country));
  return (country) => made[country];
}

const digits = (given: string) => given.replaceAll(/\D/g, '');

function configured({ config, db, clock, vault }: InvoicingContext) {
  const providers = {
    arca: (country: CountryCode): Invoicing | undefined => {
      const { ARCA_CERTIFICATE: certificate, ARCA_KEY: key, ARCA_POINT_OF_SALE: pointOfSale } = config;
      if (certificate === undefined || key === undefined || pointOfSale === undefined) return undefined;
      return arcaInvoicing({
        wsaaUrl: config.ARCA_WSAA_URL,
        wsfeUrl: config.ARCA_WSFE_URL,
        certificate,
        key,
        cuit: digits(config.lenders[country].taxNumber),
        pointOfSale,
        db,
        vault,
        clock,
      });
    },
    cfe: (): Invoicing | undefined => {
      const { CFE_URL: baseUrl, CFE_TOKEN: token } = config;
      if (baseUrl === undefined || token === undefined) return undefined;
      return cfeInvoicing({ baseUrl, token, pointOfSale: 1 });
    },
  };
  return (country: CountryCode) => {
    const { provider } = SERVER_ENTRIES[country].invoicing;
    return provider === 'none' ? undefined : providers[provider](country);
  };
}
