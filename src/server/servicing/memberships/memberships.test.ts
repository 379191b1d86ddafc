import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, type CalendarDate } from '../../../domain/calendar-date.ts';
import { saveCard, goTo, todayOf, type codes } from '../debits/testing/debtor.ts';
import { loanBalance } from '../../loans/ledger/service.ts';
import { listMessages } from '../../messages/service.ts';
import { confirmationOf, signUpAndVerify, type Traveller } from '../../testing/journey.ts';
import { askForDue, longAgo } from '../../charges/testing/ask.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { chargeMemberships } from './charge.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

interface Member {
  readonly person: Traveller;
  readonly loanId: number;
  readonly publicId: string;
}

/** Somebody with the membership; its loan paid out unless told otherwise. */
async function member(card?: keyof typeof codes, isPaidOut = true): Promise<Member> {
  const person = await signUpAndVerify(product, 'AR');
  if (card) await saveCard(person, card);
  const confirmed = await person.call('POST /api/v3/finish-new', {
    body: confirmationOf(person, { membership: true, instalments: 3 }),
  });
  const publicId: string = confirmed.body.result.id;
  for (let step = 0; step < (isPaidOut ? 2 : 0); step += 1)
    await product.call('POST /sandbox/loans/{id}/advance', {
      params: { id: publicId },
      body: { outcome: 'ok' },
    });
  const { id } = await product.deps.db
    .selectFrom('loan')
    .select('id')
    .where('public_id', '=', publicId)
    .executeTakeFirstOrThrow();
  return { person, loanId: id, publicId };
}

const shown = async ({ person }: Member) => {
  // The session of one who waited long has ended; the row has not.
  const { db, clock } = product.deps;
  await db
    .updateTable('session')
    .set({ last_used_at: clock.now(), expires_at: new Date(clock.now().getTime() + 3_600_000) })
    .execute();
  return (await person.call('GET /api/v3/membership')).body.model;
};
const chargeDay = async ({ loanId }: Member): Promise<CalendarDate> => {
  const row = await product.deps.db
    .selectFrom('membership_charge')
    .select('charge_on')
    .where('loan_id', '=', loanId)
    .executeTakeFirstOrThrow();
  return row.charge_on;
};
const runDay = () => chargeMemberships(product.deps, { country: 'AR', date: todayOf(product) });
const accounts = async ({ loanId }: Member, names: readonly string[]) => {
  const balance = await loanBalance(product.deps.db, loanId);
  return Object.fromEntries(Array.from(balance).filter(([account]) => names.includes(account)));
};
const membershipAccounts = ['membership-receivable', 'membership-income', 'customer-credit', 'collections'];
const subjects = async ({ person }: Member) =>
  (await listMessages(product.deps, person.email)).map(({ subject }) => subject);
const end = async ({ person }: Member, kind: 'membership' | 'loan' = 'membership') => {
  await product.call('POST /api/v3/withdrawal', {
    body: { kind, document_number: person.documentNumber, email_address: person.email },
  });
  const page = kind === 'membership' ? 'baja-membresia' : 'arrepentimiento';
  const link = new RegExp(`/${page}/([\\w-]+)`);
  let code = '';
  await expect
    .poll(
      async () => {
        const mails = await listMessages(product.deps, person.email);
        code = mails.map(({ text }) => link.exec(text)?.[1] ?? '').find((found) => found !== '') ?? '';
        return code;
      },
      { timeout: 5_000 },
    )
    .not.toBe('');
  return (await product.call('POST /api/v3/withdrawal/confirm', { body: { code } })).body.model.state;
};

describe('a membership', () => {
  test('begins with the loan’s money; its price is due then and charged once when withdrawing is over', async () => {
    const one = await member('approved', false);
    expect(await shown(one)).toMatchObject({
      has_membership_enabled: true,
      price: 6300,
      membership: { state: 'agreed', price: 6300, starts_on: '', charge: { state: 'none' } },
    });
    for (let step = 0; step < 2; step += 1)
      await product.call('POST /sandbox/loans/{id}/advance', {
        params: { id: one.publicId },
        body: { outcome: 'ok' },
      });
    expect((await shown(one)).membership).toMatchObject({ state: 'active', charge: { state: 'planned' } });
    expect(await accounts(one, membershipAccounts)).toEqual({
      'membership-receivable': 630_000,
      'membership-income': -520_661,
    });
    const chargeOn = await chargeDay(one);
    expect(chargeOn > addDays(todayOf(product), 10)).toBe(true);
    await goTo(product, addDays(chargeOn, -1));
    await runDay();
    expect((await shown(one)).membership.charge.state).toBe('planned');
    await goTo(product, chargeOn);
    await runDay();
    await runDay();
    expect((await shown(one)).membership.charge.state).toBe('paid');
    expect(await accounts(one, membershipAccounts)).toMatchObject({ collections: 630_000 });
    expect(
      (await subjects(one)).filter((subject) => subject === 'Debitamos tu membresía Wayni+'),
    ).toHaveLength(1);
    // Ended after that: the days not used are the customer's.
    expect(await end(one)).toBe('ended');
    const { membership } = await shown(one);
    expect(membership).toMatchObject({ state: 'ended', charge: { state: 'paid' } });
    expect(membership.returned).toBeGreaterThan(3000);
    expect(membership.returned).toBeLessThan(6300);
    expect(await accounts(one, ['customer-credit'])).toEqual({
      'customer-credit': -Math.round(membership.returned * 100),
    });
  });

  test('ended within the term for withdrawing costs nothing, and is never charged', async () => {
    const one = await member('approved');
    expect(await end(one)).toBe('ended');
    expect((await shown(one)).membership).toMatchObject({
      state: 'ended',
      returned: 6300,
      charge: { state: 'free' },
    });
    await goTo(product, await chargeDay(one));
    await runDay();
    expect(await accounts(one, membershipAccounts)).toEqual({
      'membership-receivable': 0,
      'membership-income': 0,
    });
    expect(await subjects(one)).not.toContain('Pagá tu membresía Wayni+');
  });

  test('goes with a loan that is withdrawn from', async () => {
    const one = await member('approved');
    expect(await end(one, 'loan')).toBe('return-due');
    expect((await shown(one)).membership).toMatchObject({ state: 'ended', returned: 6300 });
  });

  test.each([
    [
      'a card that is declined',
      'declined',
      'No pudimos debitar tu membresía',
      'debitamos el precio de tu tarjeta Visa',
    ],
    ['no card', undefined, 'Pagá tu membresía', 'No tenés una tarjeta guardada'],
  ] as const)('of one with %s stays due, and its owner is told once', async (_who, card, subject, before) => {
    const one = await member(card);
    await goTo(product, await chargeDay(one));
    await runDay();
    await runDay();
    expect((await shown(one)).membership).toMatchObject({ state: 'active', charge: { state: 'due' } });
    expect(await accounts(one, ['membership-receivable'])).toEqual({ 'membership-receivable': 630_000 });
    const told = (await subjects(one)).filter((each) => each.startsWith(subject));
    expect(told).toHaveLength(1);
    const mails = await listMessages(product.deps, one.person.email);
    expect(mails.some(({ text }) => text.includes(before))).toBe(true);
  });

  test('whose charge’s answer is lost is asked for, and counts once', async () => {
    const one = await member('lost');
    await goTo(product, await chargeDay(one));
    await runDay();
    await runDay();
    expect((await shown(one)).membership.charge.state).toBe('planned');
    await longAgo(product.deps);
    await askForDue(product.deps);
    await expect.poll(async () => (await shown(one)).membership.charge.state).toBe('paid');
    await runDay();
    expect(await accounts(one, ['collections'])).toEqual({ collections: 630_000 });
  });
});

test.each(['AR', 'UY'] as const)(
  '%s: charged is the price that the review showed, or nothing is confirmed',
  async (country) => {
    const { db } = product.deps;
    const set = (value: string) =>
      db
        .insertInto('setting')
        .values({ country, name: 'membership-price', value })
        .onConflict((conflict) => conflict.columns(['country', 'name']).doUpdateSet({ value }))
        .execute();
    await set('5000');
    const person = await signUpAndVerify(product, country);
    const { max_option: options } = (await person.call('GET /api/v1/clients/credit-ratings')).body.result;
    const seen = options.membership.plans.find(
      (plan: { installmentsQuantity: number }) => plan.installmentsQuantity === 3,
    );
    expect(seen.membership_price).toBe(5000);
    // While the review is read.
    await set('5000.5');
    const confirm = (membershipPrice: number) =>
      person.call('POST /api/v3/finish-new', {
        body: confirmationOf(person, { membership: true, instalments: 3, more: { membershipPrice } }),
      });
    expect(await confirm(5000)).toMatchObject({ status: 409, body: { code: 'membership_price' } });
    expect((await person.call('GET /api/loan')).body.result).toEqual([]);
    const { id } = (await confirm(5000.5)).body.result;
    const { result } = (await person.call('GET /api/v3/loan-new/{id}', { params: { id } })).body;
    expect(result.membership_price).toBe(5000.5);
    await db.deleteFrom('setting').where('name', '=', 'membership-price').execute();
  },
);
