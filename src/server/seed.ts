import { forgetUnchangedSettings, seedCountries, seedPayableDays } from './content/seed.ts';
import { seedLegalTexts } from './origination/agreements/seed.ts';
import type { Dependencies } from './dependencies.ts';
import { seedPriceLists } from './origination/offers/seed.ts';

/** Loads reference data and, with the sandbox on, the demo customers; does nothing the second time. */
export async function seed(deps: Dependencies): Promise<void> {
  await seedCountries(deps);
  await seedPayableDays(deps);
  await seedPriceLists(deps);
  await seedLegalTexts(deps);
  await forgetUnchangedSettings(deps);
  if (!deps.config.SANDBOX) return;
  const { seedDemoCustomers } = await import('./sandbox/demo/service.ts');
  await seedDemoCustomers(deps);
}
