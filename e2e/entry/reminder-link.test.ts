import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COUNTRIES } from '../../src/countries/countries.ts';
import { holidaysOf } from '../../src/countries/holidays.ts';
import { isContactDay } from '../../src/countries/law/contact-terms.ts';
import { addDays, calendarDate } from '../../src/domain/calendar-date.ts';
import { advanceClock } from '../testing/console-steps.ts';
import { api, eventually } from '../testing/api.ts';
import { expectAccessible } from '../testing/axe.ts';
import { useBrowser } from '../testing/harness.ts';
import { done } from '../testing/journey.ts';
import { type RunningProduct, startProduct } from '../testing/product.ts';
import { lookAt } from '../testing/target.ts';

const browsing = useBrowser();
let product: RunningProduct;
beforeAll(async () => {
  // Reminders are a day's work, which the products of other tests do not do.
  product = await startProduct({ DAILY_EVERY_SECONDS: '2' });
  lookAt(product.port);
  await advanceClock(product, `P${await daysToReminder()}D`);
});
afterAll(() => product.stop());

/** Days until the demo customers who are ten days late get the reminder of fifteen: none goes out on a holiday. */
async function daysToReminder(): Promise<number> {
  const today = calendarDate((await api('GET /sandbox/clock')).body.now.slice(0, 10));
  const may = (ahead: number) =>
    COUNTRIES.every((code) => isContactDay(code, addDays(today, ahead), holidaysOf(code)));
  return [5, 6, 7, 8, 9].find(may) ?? 10;
}

async function linkOf(country: 'AR' | 'UY'): Promise<string> {
  const to = `demora10@${country.toLowerCase()}.demo.example`;
  const link = /\/avisos\/[\w-]+/;
  const messages = await eventually(
    async () => (await api(`GET /sandbox/messages?to=${encodeURIComponent(to)}`)).body,
    (all: { text: string }[]) => all.some(({ text }) => link.test(text)),
  );
  return messages.map(({ text }) => link.exec(text)?.[0] ?? '').find((path) => path !== '') ?? '';
}

describe('the link at the foot of a reminder', () => {
  const country = 'UY';
  it('switches reminders and debits off without a login, by a click and not by opening it', async () => {
    const path = await linkOf(country);
    const stored = async () =>
      (await done(`GET /api/v3${path.replace('avisos', 'preferences')}`, { country })).model;
    const page = await browsing.open({ country });
    await page.goto(path);
    await page.getByRole('heading', { name: 'Recordatorios de vencimiento' }).waitFor();
    expect(await stored()).toEqual({ reminders: true, calls: true, debits: true });
    await expectAccessible(page);
    await page.getByRole('button', { name: 'No recibir más recordatorios' }).click();
    await page.getByText('No vas a recibir más recordatorios.').waitFor();
    await page.getByRole('button', { name: 'Frenar el débito automático' }).click();
    await page.getByText('El débito automático está frenado.').waitFor();
    expect(await stored()).toEqual({ reminders: false, calls: true, debits: false });
    await page.getByText('Para volver a activarlo, ingresá a tu cuenta.').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Recibir recordatorios' }).click();
    await page.getByText('Vas a recibir los recordatorios.').waitFor();
    expect(await stored()).toEqual({ reminders: true, calls: true, debits: false });
    await page.getByRole('button', { name: 'Ingresar', exact: true }).click();
    await page.waitForURL('**/login?redirectTo=*');
  });
});
