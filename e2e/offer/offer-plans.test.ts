import { describe, expect, test } from 'vitest';
import { formatRoundMoney } from '../testing/money.ts';
import { stopTime } from '../testing/clock.ts';
import { useBrowser } from '../testing/harness.ts';
import { createLead } from '../testing/journey.ts';
import {
  amountField,
  answerOf,
  goOn,
  offerCall,
  openOffer,
  placeholders,
  plans,
  plansCall,
  stored,
} from '../testing/offer-steps.ts';

const browsing = useBrowser();

interface Variant {
  readonly plans: readonly {
    readonly installmentsQuantity: number;
    readonly payment: number;
    readonly final_amount: number;
    readonly composition: { readonly principal: number; readonly interest: number; readonly tax: number };
  }[];
}

describe('the amount', () => {
  test('keeps every digit and refuses amounts out of bounds, without requesting plans', async () => {
    const page = await openOffer(browsing, await createLead('AR', { lastDigit: 4 }));
    let asked = 0;
    await page.route(plansCall, (route) => {
      asked += 1;
      return route.continue();
    });
    await page.clock.install();
    await amountField(page).fill('2');
    await page.getByText('Ingresá un monto mayor').waitFor();
    expect(await amountField(page).getAttribute('aria-invalid')).toBe('true');
    expect(await goOn(page).isDisabled()).toBe(true);
    await amountField(page).fill('');
    await amountField(page).pressSequentially('9876');
    expect(await amountField(page).inputValue()).toBe('9876');
    await page.getByText('Ingresá un monto menor').waitFor();
    await page.clock.runFor(5000);
    expect(asked).toBe(0);
    await amountField(page).blur();
    expect(await amountField(page).inputValue()).toBe('400');
    await amountField(page).fill('1');
    await amountField(page).blur();
    expect(await amountField(page).inputValue()).toBe('3');
    await amountField(page).fill('');
    await amountField(page).pressSequentially('150.000');
    await amountField(page).blur();
    expect(await amountField(page).inputValue()).toBe('150');
    await amountField(page).fill('3');
    await amountField(page).blur();
    await page.clock.runFor(500);
    await expect.poll(() => asked).toBe(1);
  });

  test('asks for plans after a pause of 500 ms, with placeholders in their place', async () => {
    const page = await browsing.open({ country: 'AR' });
    await page.clock.install();
    const lead = await createLead('AR');
    await page.goto(`/vendors/${lead.hash}`);
    await plans(page).first().waitFor();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/loan-options/')) asked.push(request.url());
    });
    await stopTime(page);
    const before = await goOn(page).boundingBox();
    await amountField(page).fill('150');
    await placeholders(page).waitFor();
    // The bar's button does not move meanwhile.
    expect(await goOn(page).boundingBox()).toEqual(before);
    await page.clock.runFor(300);
    await amountField(page).fill('100');
    await page.clock.runFor(499);
    expect(asked).toEqual([]);
    await page.clock.runFor(1);
    await page.clock.resume();
    await plans(page).first().waitFor();
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatch(/\/loan-options\/100000$/);
  });

  test('follows the slider, whose ends are buttons', async () => {
    const page = await openOffer(browsing, await createLead('AR', { lastDigit: 3 }));
    await page.getByRole('button', { name: 'Mínimo: $3.000' }).click();
    expect(await amountField(page).inputValue()).toBe('3');
    await page.getByRole('slider', { name: 'Monto del préstamo' }).press('ArrowRight');
    expect(await amountField(page).inputValue()).toBe('4');
    await page.getByRole('button', { name: 'Máximo: $300.000' }).click();
    expect(await amountField(page).inputValue()).toBe('300');
  });

  test('that fails to get plans offers another try', async () => {
    const page = await openOffer(browsing, await createLead('AR'));
    const refusal = { status: 'error', code: 'offer_none', message: 'No hay planes.' };
    await page.route(plansCall, (route) => route.fulfill({ status: 409, json: refusal }), { times: 1 });
    await amountField(page).fill('90');
    await page.getByText('No pudimos calcular tus cuotas').waitFor();
    await page.getByText('Sin cuotas: volvé a intentar').waitFor();
    expect(await page.getByText('No hay planes.').count()).toBe(0);
    await page.getByRole('button', { name: 'Volver a intentar' }).click();
    await expect.poll(() => plans(page).count()).toBeGreaterThan(1);
  });
});

describe('the plans', () => {
  test('give the reference example to the peso, with the whole legal block', async () => {
    const page = await openOffer(browsing, await createLead('AR'));
    await page.getByRole('tab', { name: 'Basic' }).click();
    await amountField(page).fill('290');
    await page.getByRole('radio', { name: /^12 cuotas de \$76\.736.*Devolvés \$920\.835/ }).check();
    await page.getByRole('button', { name: 'Detalles del préstamo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Detalles del préstamo' });
    const words = await dialog.innerText();
    for (const figure of [/TNA\s+260,00%/, /TEA\s+952,\d\d%/, /CFTNA\s+314,60%/, /CFTEA\s+1\.\d{3},\d\d%/])
      expect(words).toMatch(figure);
    expect(words).toContain('Sistema de amortización francés, con cuotas iguales y tasa fija.');
    expect(words).toMatch(/Intereses[\s\S]*IVA sobre intereses/);
    expect(words).toContain('El débito de cada cuota se intenta 4 días hábiles antes de su vencimiento.');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    const back = page.getByRole('button', { name: 'Detalles del préstamo' });
    expect(await back.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  test('whose details promise no debit where the application asks for no card', async () => {
    const page = await openOffer(browsing, await createLead('UY'));
    await page.getByRole('button', { name: 'Detalles del préstamo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Detalles del préstamo' });
    expect(await dialog.innerText()).toContain('Sistema de amortización francés');
    expect(await dialog.getByText(/débito/).count()).toBe(0);
  });

  test('all come in the chooser, in reverse order with membership, three of them flagged', async () => {
    const page = await openOffer(browsing, await createLead('AR'));
    await page.getByRole('button', { name: 'Ver más cuotas' }).click();
    const dialog = page.getByRole('dialog', { name: '¿En cuántas cuotas?' });
    await dialog.waitFor();
    const cards = await dialog
      .getByRole('radio')
      .evaluateAll((radios) => radios.map((radio) => radio.getAttribute('aria-label') ?? ''));
    expect(cards.map((text) => Number(/(\d+) cuotas? de/.exec(text)?.[1]))).toEqual([
      12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1,
    ]);
    expect(
      cards.filter((text) => text.includes('Conviene')).map((text) => /(\d+) cuotas? de/.exec(text)?.[1]),
    ).toEqual(['12', '6', '2']);
    // Pressed by its words, because the whole card is the target.
    await dialog.getByText('4 cuotas de', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Elegir 4 cuotas' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.getByRole('radio', { name: /^4 cuotas/ }).isChecked()).toBe(true);
  });

  test('show their cost as a picture, and stand side by side with and without membership in pesos', async () => {
    const lead = await createLead('AR');
    const page = await openOffer(browsing, lead);
    const { result } = await answerOf(lead);
    const ofYear = (variant: Variant) => variant.plans.find((plan) => plan.installmentsQuantity === 12);
    const [member, basic] = [ofYear(result.max_option.membership), ofYear(result.max_option.no_membership)];
    const parts = [member?.composition.principal, member?.composition.interest, member?.composition.tax];
    const total = parts.reduce<number>((sum, part) => sum + (part ?? 0), 0);
    expect(total).toBeCloseTo(member?.final_amount ?? 0, 1);
    const cost = page.getByRole('heading', { name: 'Qué pagás' }).locator('..');
    for (const label of ['Lo que recibís', 'Intereses', 'IVA sobre intereses'])
      await cost.getByText(label, { exact: true }).waitFor();
    for (const part of parts) await cost.getByText(formatRoundMoney(part ?? 0), { exact: true }).waitFor();

    await page.getByRole('button', { name: /^Compará/ }).click();
    const table = page.getByRole('table', { name: /Valor de cada cuota/ });
    const row = table
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: '12', exact: true }) });
    for (const plan of [member, basic])
      await row.getByText(formatRoundMoney(Math.round(plan?.payment ?? 0)), { exact: true }).waitFor();
    await page.getByText('Tu cuota baja', { exact: true }).waitFor();
  });

  test('show savings only above 1000', async () => {
    const lead = await createLead('AR');
    const answer = await answerOf(lead);
    const [first, second] = answer.result.max_option.membership.plans.filter(
      (plan: { moreProfitable: boolean }) => plan.moreProfitable,
    );
    first.savings = 1000;
    second.savings = 1001;
    const page = await browsing.open({ country: 'AR' });
    await page.route(offerCall, (route) => route.fulfill({ json: answer }));
    await page.goto(`/vendors/${lead.hash}`);
    await page.getByText('Ahorrás $1.001').waitFor();
    expect(await page.getByText('Ahorrás $1.000', { exact: true }).count()).toBe(0);
  });

  test('are stored when chosen, also by variant, and cleared when removed', async () => {
    const page = await openOffer(browsing, await createLead('AR'));
    expect(await stored(page, 'cuota.proposal')).toBeNull();
    await page.getByRole('radio', { name: /^6 cuotas/ }).check();
    const membership = await stored(page, 'cuota.proposal.membership');
    expect(await stored(page, 'cuota.proposal')).toEqual(membership);
    expect(membership).toMatchObject({ installmentsQuantity: 6, amount: expect.any(Number) });
    await page.getByRole('tab', { name: 'Basic' }).click();
    const without = await stored(page, 'cuota.proposal.no_membership');
    expect(await stored(page, 'cuota.proposal')).toEqual(without);
    expect(without.final_amount).toBeGreaterThan(membership.final_amount);

    await page.reload();
    await page.getByRole('tab', { name: 'Basic', selected: true }).waitFor();
    expect(await page.getByRole('radio', { name: /^6 cuotas/ }).isChecked()).toBe(true);

    await page.getByRole('button', { name: 'Quitar elección' }).click();
    for (const key of ['cuota.proposal', 'cuota.proposal.membership', 'cuota.proposal.no_membership'])
      expect(await stored(page, key)).toBeNull();
    expect(await goOn(page).isDisabled()).toBe(true);
  });
});
