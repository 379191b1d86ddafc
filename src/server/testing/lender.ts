import { COUNTRIES } from '../../countries/countries.ts';
import { testCountry } from '../../countries/testing/test-country.ts';

/** Settings of a lender in each country as a production gives them. */
export const lenderSettings: Readonly<Record<string, string>> = Object.fromEntries(
  COUNTRIES.flatMap((code) =>
    Object.entries(testCountry(code).lender).map(([name, value]) => [`LENDER_${name}_${code}`, value]),
  ),
);
