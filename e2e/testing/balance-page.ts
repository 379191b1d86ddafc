import type { Locator, Page } from 'playwright-core';
import { formatMoney } from './money.ts';
import { byCountry } from '../../src/countries/countries.ts';
import { demoPerson } from '../../src/server/sandbox/demo/testing/demo-person.ts';

/** Demo customers (docs/demo.md) with instalments to pay; tests only look at them. */
export const current = byCountry((code) => demoPerson(code, 'current').documentNumber);
export const delayed = byCountry((code) => demoPerson(code, 'delayed-10').documentNumber);

/** The parts of the balance's page that paying goes by. */
export const balancePage = (page: Page) => ({
  row: (number: number): Locator => page.getByRole('row', { name: `Cuota ${number} ` }),
  box: (number: number): Locator => page.getByRole('checkbox', { name: `Cuota ${number}`, exact: true }),
  all: page.getByRole('checkbox', { name: 'Seleccionar todas' }),
  pay: page.getByRole('button', { name: 'Pagar', exact: true }),
  dialog: page.getByRole('dialog', { name: 'Elegí cómo pagar' }),
  /** Waits until the bar says this sum. */
  totals: (units: number): Promise<void> => page.getByText(`Total a pagar ${formatMoney(units)}`).waitFor(),
});
