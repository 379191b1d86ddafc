import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { add, formatMoney, fromUnits } from '../../../domain/money.ts';
import { formatPercentExact } from '../../../domain/rate.ts';
import { changeProfile } from '../../customers/service.ts';
import { transaction } from '../../platform/database.ts';
import { waitingForLocks } from '../../testing/waiting-for-locks.ts';
import { newestMessage } from '../../testing/people.ts';
import { confirmationOf, loanInState, signUpAndVerify } from '../../testing/journey.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { packOf } from '../../../countries/index.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const finish = 'POST /api/v3/finish-new';

test.each(['AR', 'UY'] as const)(
  'the mail of %s writes money and rate as the contract does',
  async (country) => {
    const person = await signUpAndVerify(product, country);
    const { max_option } = person.offer;
    const plan = max_option.no_membership.plans.find(
      (each: { installmentsQuantity: number }) => each.installmentsQuantity === 6,
    );
    await person.call(finish, { body: confirmationOf(person) });
    const letter = await newestMessage(product, person.email, ({ text }) => text.includes('Confirmaste'));
    const rate = formatPercentExact(packOf(country).tasaSigla === 'TNA' ? plan.tna : plan.tea);
    for (const amount of [plan.amount, plan.payment, plan.final_amount])
      expect(letter.text).toContain(formatMoney(fromUnits(amount), 'ARS'));
    expect(letter.text).toContain(rate);
    const delivered = `Recibís ${formatMoney(fromUnits(plan.amount_delivery), 'ARS')}`;
    expect(letter.text.includes(delivered)).toBe(plan.amount_delivery !== plan.amount);
    expect(letter.text).not.toContain('membresía');
  },
);

describe.each([
  ['AR', 'bank-transfer', false],
  ['UY', 'red-pagos', true],
] as const)('from sign-up to the money, %s by %s, membership %s', (country, delivery, membership) => {
  test('the loan is confirmed, paid out once, and its receipt is there', async () => {
    const person = await signUpAndVerify(product, country, { delivery, isByCalls: true });
    const confirmed = await person.call(finish, { body: confirmationOf(person, { membership }) });
    expect(confirmed.body).toMatchObject({ status: 'success' });
    const { id } = confirmed.body.result;
    const loan = await loanInState(person, id, 'approved');
    expect(loan).toMatchObject({ delivery_type: delivery, was_created_in_membership: membership });
    expect(loan.installments).toHaveLength(6);
    const receipt = await person.call('GET /api/v3/transference-receipt/{id}', { params: { id } });
    expect(receipt.body.result).toMatchObject({ amount: loan.amount_delivery, name: 'Ana Pérez' });
    const told = async (words: string) =>
      (await newestMessage(product, person.email, ({ text }) => text.includes(words))).text;
    const total = add(fromUnits(loan.final_amount), fromUnits(loan.membership_price));
    const saysTotal = (await told('Confirmaste')).includes(`en total pagás ${formatMoney(total, 'ARS')}`);
    expect(saysTotal).toBe(membership);
    const delivered = formatMoney(fromUnits(loan.amount_delivery), 'ARS');
    expect(await told('Podés ver el comprobante')).toContain(
      delivery === 'red-pagos' ? `Retirá ${delivered} en Red pagos` : `Ya enviamos ${delivered}`,
    );
  });
});

test('the promissory note names the domicile that was saved while the confirmation waited', async () => {
  const { db } = product.deps;
  const person = await signUpAndVerify(product);
  const { id } = await db
    .selectFrom('customer')
    .select('id')
    .where('document_number', '=', person.documentNumber)
    .executeTakeFirstOrThrow();
  const { answer } = await transaction(db, async (tx) => {
    await tx.updateTable('address').set({ street: 'Calle Mudada' }).where('customer_id', '=', id).execute();
    await changeProfile(tx, id, { address_verified: 1 });
    const call = person.call(finish, { body: confirmationOf(person) });
    await expect.poll(() => waitingForLocks(db), { timeout: 20_000 }).toBe(1);
    return { answer: call };
  });
  expect((await answer).status).toBe(200);
  const accepted = await db
    .selectFrom('acceptance')
    .innerJoin('loan', 'loan.id', 'acceptance.loan_id')
    .select('documents')
    .where('loan.customer_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(accepted.documents)).toContain('Calle Mudada');
});
