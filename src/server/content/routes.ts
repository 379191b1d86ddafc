import type { CountryCode } from '../../countries/country-pack.ts';
import { packOf } from '../../countries/index.ts';
import {
  banksOf,
  MARKETING_SOURCES,
  pickupPointsOf,
  provincesOf,
  bankAliasesOf,
} from '../../countries/lists.ts';
import { localDate } from '../../countries/local-time.ts';
import { documentText, isLegalSlug, legalDocument, type LegalSlug } from '../../countries/papers/terms.ts';
import type { Dependencies } from '../dependencies.ts';
import { fail, ok } from '../platform/http/result.ts';
import { route, type Route } from '../platform/http/route.ts';
import { offeredLocalities } from './localities.ts';
import { readSettings } from './settings.ts';

/** Lists, settings, legal texts (docs/product/calls.md#lists-and-texts). */
export function contentRoutes(deps: Dependencies): Route[] {
  const legalPage = (country: CountryCode, slug: LegalSlug) => {
    const document = legalDocument(country, slug, deps.config.BRAND, deps.config.lenders[country]);
    return {
      model: { data: { title: document.title, content: documentText(document), version: document.version } },
    };
  };
  return [
    route('GET /api/v3/province/{country_id}', async ({ params, country }) =>
      params.country_id === String(packOf(country).countryId)
        ? ok({ model: { ...provincesOf(country) } })
        : fail('not_found'),
    ),
    route('GET /api/v3/locality/{id}', async ({ params, country }) => {
      const localities = await offeredLocalities(deps.db, country, params.id);
      return localities ? ok({ model: localities }) : fail('not_found');
    }),
    route('GET /api/v3/banks', async ({ country }) =>
      ok({
        model: { ...banksOf(country, localDate(deps.clock.now(), country)) },
        aliases: bankAliases(country),
      }),
    ),
    route('GET /api/v3/point-of-delivery', async ({ country }) =>
      ok({ model: pickupPoints(country), points: [...pickupPointsOf(country)] }),
    ),
    route('GET /api/v3/marketing', async () => ok({ model: { ...MARKETING_SOURCES } })),
    route('GET /api/v3/enviroments', async ({ country }) => ok({ model: await readSettings(deps, country) })),
    route('GET /api/v3/terms', async ({ country }) => ok(legalPage(country, 'terminos'))),
    route('GET /api/v3/policy', async ({ country }) => ok(legalPage(country, 'privacidad'))),
    route('GET /api/v3/terms/{slug}', async ({ params, country }) =>
      isLegalSlug(params.slug) ? ok(legalPage(country, params.slug)) : fail('not_found'),
    ),
  ];
}

function bankAliases(country: CountryCode): Record<string, string[]> {
  return Object.fromEntries(Object.entries(bankAliasesOf(country)).map(([id, names]) => [id, [...names]]));
}

/** Pickup points with address and city, because a name alone does not suffice to find one. */
function pickupPoints(country: CountryCode): Record<string, string> {
  return Object.fromEntries(
    pickupPointsOf(country).map(({ id, name, address, city }) => [id, `${name} (${address}, ${city})`]),
  );
}
