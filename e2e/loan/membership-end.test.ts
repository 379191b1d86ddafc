import { describe, expect, test } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll } from '../testing/axe.ts';
import { useBrowser } from '../testing/harness.ts';
import { chooseProposal, confirmLoan, done } from '../testing/journey.ts';
import { formatMoney } from '../testing/money.ts';
import { answerOf } from '../testing/offer-steps.ts';
import { createReadyCustomer } from '../testing/ready-customer.ts';

const browsing = useBrowser();

interface PlanFigures {
  readonly installmentsQuantity: number;
  readonly payment: number;
  readonly final_amount: number;
}

describe('ending the membership', () => {
  const country = 'AR';
  test('shows both plans before confirming, and the one that follows before ending it', async () => {
    const account = await createReadyCustomer(country);
    const page = await browsing.open({ country, token: account, width: 360, height: 740 });
    await chooseProposal(page, account, { membership: true });
    await page.goto('/revisar');
    const table = page.getByRole('table', { name: 'Los dos planes' });
    await table.waitFor();
    const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('cuota.proposal') ?? 'null'));
    const { max_option: options } = (await answerOf(account)).result;
    const planOf = (variant: 'membership' | 'no_membership'): PlanFigures =>
      options[variant].plans.find(
        (each: PlanFigures) => each.installmentsQuantity === stored.installmentsQuantity,
      );
    const [member, basic] = [planOf('membership'), planOf('no_membership')];
    for (const { payment, final_amount: total } of [member, basic])
      for (const figure of [payment, total])
        await table
          .getByRole('cell', { name: formatMoney(figure), exact: true })
          .first()
          .waitFor();
    await page.getByText(/tu préstamo pasa desde el principio al plan sin membresía/).waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole('switch', { name: 'Incluir Wayni+' }).uncheck();
    await table.waitFor({ state: 'hidden' });

    const id = await confirmLoan(account, { membership: true });
    const loan = async () =>
      (await done(`GET /api/v3/loan-new/${id}`, { country, token: account.token })).result;
    const { original_final_amount: total } = await loan();
    await page.goto('/baja-membresia');
    await page.getByRole('button', { name: 'Dar de baja mi membresía' }).click();
    const dialog = page.getByRole('dialog', { name: '¿Das de baja tu membresía?' });
    await dialog.getByText(/pasa al plan sin membresía que aceptaste/).waitFor();
    await dialog.getByText(formatMoney(total), { exact: true }).waitFor();
    await dialog.getByText('No pagás nada por la membresía.').waitFor();
    await expectNoSidewaysScroll(page);
    await dialog.getByRole('button', { name: 'Sí, confirmar' }).click();
    await page.getByText(/Tu préstamo pasa al plan sin membresía/).waitFor();
    const { final_amount: now, payment, plan_changed_on: changedOn } = await loan();
    expect(now).toBe(total);
    await page
      .getByText(new RegExp(`${formatMoney(payment).replaceAll(/[$.]/g, '\\$&')}.*en total`))
      .waitFor();

    await page.goto(`/ver-prestamo-old/${id}`);
    await page.getByText(`Dada de baja: sigue el plan sin membresía desde el ${changedOn}`).waitFor();
    await page.getByText(formatMoney(total), { exact: true }).first().waitFor();
    await expectNoSidewaysScroll(page);
  });
});
