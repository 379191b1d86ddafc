import { describe, expect, it } from 'vitest';
import { writtenDocument } from '../../src/countries/identifiers/document.ts';
import { formatMoney } from '../testing/money.ts';
import { balancePage, current, delayed } from '../testing/balance-page.ts';
import { instalmentsOf, sumOf } from '../testing/borrower.ts';
import { useBrowser } from '../testing/harness.ts';
import { done } from '../testing/journey.ts';
import { loginOf } from '../testing/screens.ts';
import { inView, seen } from '../testing/seen.ts';

const browsing = useBrowser();

const delayOf = async (country: 'AR' | 'UY') =>
  (await done('POST /api/v3/balance', { country, body: { document_number: delayed[country] } })).model.delay;

describe('a borrower who owes', () => {
  const country = 'UY';
  it('finds the overdue instalments chosen, and pays them with one press', async () => {
    const delay = await delayOf(country);
    const page = await browsing.open({ country });
    const { box, dialog } = balancePage(page);
    await page.goto(`/balance/1/${delayed[country]}`);
    const pay = page.getByRole('button', { name: `Pagar lo vencido ${formatMoney(delay.overdue)}` });
    await expect.poll(() => inView(pay)).toBe(true);
    const owed = await instalmentsOf({ country, document: delayed[country] });
    const late = owed.filter(({ state_name }) => state_name === 'delayed');
    expect(sumOf(late)).toBe(delay.overdue);
    for (const { number } of late) expect(await box(number).isChecked()).toBe(true);
    await pay.click();
    expect(await seen(dialog.getByText(formatMoney(delay.overdue)).first())).toBe(true);
    await page.keyboard.press('Escape');
    // If more than the overdue is chosen, the button pays the choice.
    const next = owed.find(({ state_name }) => state_name === 'pending');
    await box(next!.number).check();
    expect(await seen(page.getByRole('button', { name: 'Pagar', exact: true }))).toBe(true);
  });

  it('sees that the overdue instalments are chosen only while they are', async () => {
    const page = await browsing.open({ country });
    await page.goto(`/balance/1/${delayed[country]}?total=1`);
    const told = page.getByText('y ya está elegido para pagarlo.');
    await told.waitFor();
    const owed = await instalmentsOf({ country, document: delayed[country] });
    const next = owed.find(({ state_name }) => state_name === 'pending');
    await balancePage(page).box(next!.number).check();
    await told.waitFor({ state: 'detached' });
    expect(await seen(page.getByText('Elegí las cuotas que querés pagar y te mostramos el total.'))).toBe(
      true,
    );
  });

  it('reads the cost of a day and the next steps, and asks for a plan', async () => {
    const delay = await delayOf(country);
    const login = await loginOf('demora10', country);
    const page = await browsing.open({ country, token: login });
    await page.goto(`/balance/1/${delayed[country]}`);
    const card = page.getByRole('region', { name: 'Qué pasa si esperás' });
    await card.getByText(`Mañana serían ${formatMoney(delay.next_day)} más`).waitFor();
    await card.getByText(`el importe no cambia hasta el ${delay.held_until}`).waitFor();
    await card.getByText(`Desde el ${delay.default_on}`).waitFor();
    // All but paying are words: neither filled nor framed.
    await card.getByRole('button', { name: 'No puedo pagar ahora' }).waitFor();
    const ways = await card.locator('a, button').evaluateAll((all) =>
      all.map((each) => {
        const { backgroundColor, borderTopColor } = getComputedStyle(each);
        return { name: each.textContent, colours: [backgroundColor, borderTopColor] };
      }),
    );
    expect(ways.map(({ name }) => name)).toEqual([
      'Pedir un plan de pago',
      'No puedo pagar ahora',
      'Ver mi préstamo',
      'Pagar antes',
      'Planes y cambios',
      expect.stringMatching(/^Contactanos/),
    ]);
    const clear = 'rgba(0, 0, 0, 0)';
    expect(ways.filter(({ colours }) => colours.some((each) => each !== clear))).toEqual([]);
    await card.getByRole('button', { name: 'Pedir un plan de pago' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pedí un plan de pago' });
    await dialog.getByLabel('Cuánto podés pagar y cuándo').fill('La mitad el viernes.');
    await dialog.getByRole('button', { name: 'Pedir el plan' }).click();
    await dialog.getByText('¡Gracias! Recibimos tu pedido.').waitFor();
    await page.keyboard.press('Escape');
    await card.getByText(/^Pediste un plan de pago el/).waitFor();
    await page.getByRole('tab', { name: 'RECLAMOS' }).click();
    expect(await seen(page.getByText('Pedido de plan de pago').first())).toBe(true);
  });

  it.each(['nobody', 'somebody else'])('a plan request by %s names the debtor', async (who) => {
    const login = who === 'nobody' ? undefined : await loginOf('aldia', country);
    const page = await browsing.open({ country, ...(login ? { token: login } : {}) });
    await page.goto(`/balance/1/${delayed[country]}`);
    await page.getByRole('button', { name: 'Pedir un plan de pago' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pedí un plan de pago' });
    if (!login) {
      await dialog.getByLabel('Nombre').fill('Vera');
      await dialog.getByLabel('Mail').fill('vera@example.com');
    }
    await dialog.getByLabel('Cuánto podés pagar y cuándo').fill('La mitad el viernes.');
    const [request] = await Promise.all([
      page.waitForRequest('**/api/v3/suggest'),
      dialog.getByRole('button', { name: 'Pedir el plan' }).click(),
    ]);
    await dialog.getByText('¡Gracias! Recibimos tu pedido.').waitFor();
    const { content, document_number } = request.postDataJSON();
    const debtor = writtenDocument(country, delayed[country]);
    expect(content).toMatch(/^La mitad el viernes\.\n\nEs por la deuda de /);
    expect(content).toContain(` ${debtor}.`);
    // The document alone does not attach a ticket to the debtor.
    expect(document_number).not.toBe(delayed[country]);
  });

  it('a borrower who is up to date has nothing chosen and no mention of delays', async () => {
    const page = await browsing.open({ country });
    const { totals } = balancePage(page);
    await page.goto(`/balance/1/${current[country]}`);
    await totals(0);
    expect(await page.getByText('Qué pasa si esperás').count()).toBe(0);
    expect(await page.getByText('En estos momentos').count()).toBe(0);
  });

  it('at 1280 px shows figures and choice side by side, with the sum in view in the card’s footer', async () => {
    const page = await browsing.open({ country, width: 1280, height: 800 });
    await page.goto(`/balance/1/${delayed[country]}`);
    const table = page.getByRole('table', { name: 'Detalle de tus cuotas' });
    const figures = page.getByText('Tenés que pagar hoy');
    await table.waitFor();
    const [left, right] = [await figures.boundingBox(), await table.boundingBox()];
    expect(left!.x + left!.width).toBeLessThan(right!.x);
    expect(Math.abs(left!.y - right!.y)).toBeLessThan(300);
    const pay = page.getByRole('button', { name: /^Pagar lo vencido/ });
    expect(await inView(figures)).toBe(true);
    await pay.scrollIntoViewIfNeeded();
    const foot = await pay.boundingBox();
    expect(foot!.x).toBeGreaterThan(left!.x + left!.width);
    expect(foot!.x + foot!.width).toBeLessThan(right!.x + right!.width + 1);
  });
});
