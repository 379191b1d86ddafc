import type { Page } from 'playwright-core';
import type { Browsing, PageOptions } from './harness.ts';
import { done, type TestLead } from './journey.ts';

export const plansCall = '**/vendors-api/v1/leads/*/loan-options/*';
export const offerCall = /\/vendors-api\/v1\/leads\/[\w-]+$/;
export const searching = 'estamos buscando el mejor préstamo según tu perfil';

export const amountField = (page: Page) => page.getByRole('textbox', { name: 'Monto en miles' });
export const goOn = (page: Page) => page.getByRole('button', { name: 'Continuar', exact: true });
export const plans = (page: Page) =>
  page.getByRole('radiogroup', { name: 'Elegí tus cuotas' }).getByRole('radio');
export const placeholders = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Calculando tus cuotas…' });

/** What the lead's offer answers to a program. */
export async function answerOf({ country, hash }: TestLead) {
  const { token } = await done('POST /vendors-api/v2/token/creditrisk', { country, body: {} });
  return done(`GET /vendors-api/v1/leads/${hash}`, { country, token });
}

/** The offer of a lead, drawn. */
export async function openOffer(
  browsing: Pick<Browsing, 'open'>,
  lead: TestLead,
  options: PageOptions = {},
): Promise<Page> {
  const page = await browsing.open({ country: lead.country, ...options });
  await page.goto(`/vendors/${lead.hash}`);
  await page.getByRole('heading', { name: 'Hola, Ana. Este es tu préstamo' }).waitFor();
  return page;
}

/** A promise with its resolver. */
export function held(): [Promise<void>, () => void] {
  const { promise, resolve } = Promise.withResolvers<void>();
  return [promise, () => resolve()];
}

/** What the page keeps under a key. */
export const stored = (page: Page, key: string) =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null'), key);
