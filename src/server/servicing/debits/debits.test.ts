import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { holidaysOf } from '../../../countries/holidays.ts';
import { debitAnnouncedOn, debitAttemptOn } from '../../../countries/law/debits.ts';
import { payableUntil } from '../../../countries/law/payable-until.ts';
import { addBusinessDays, formatDate, type CalendarDate } from '../../../domain/calendar-date.ts';
import { askForDue, longAgo } from '../../charges/testing/ask.ts';
import type { Dependencies } from '../../dependencies.ts';
import { loanBalance } from '../../loans/ledger/service.ts';
import { listMessages } from '../../messages/service.ts';
import type { Borrower } from '../payments/testing/borrower.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { announceDebits } from './announce.ts';
import { attemptDebits } from './attempt.ts';
import { debitsOf, debtor, dueDatesOf, goTo, todayOf } from './testing/debtor.ts';

let product: TestProduct;
let people: Record<
  'paying' | 'declined' | 'lost' | 'coupon' | 'paid' | 'stopped' | 'withdrawing' | 'cardless' | 'lateCard',
  Borrower
>;
let due: CalendarDate;
let attemptOn: CalendarDate;
beforeAll(async () => {
  // The clock is moved by weeks: sessions outlive that here.
  product = await startProduct({ settings: { SESSION_IDLE_HOURS: '9000', SESSION_MAX_DAYS: '365' } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  people = {
    paying: await debtor(product),
    declined: await debtor(product, 'AR', 'declined'),
    lost: await debtor(product, 'AR', 'lost'),
    coupon: await debtor(product),
    paid: await debtor(product),
    stopped: await debtor(product),
    withdrawing: await debtor(product),
    cardless: await debtor(product),
    lateCard: await debtor(product),
  };
  await product.deps.db
    .updateTable('card')
    .set({ removed_at: product.deps.clock.now() })
    .where('customer_id', 'in', [await customerOf(people.lateCard)])
    .execute();
  due = (await dueDatesOf(product, people.paying))[0]!;
  attemptOn = debitAttemptOn(due, holidaysOf('AR'));
}, 120_000);
afterAll(() => product.close());

async function customerOf({ loanId }: Borrower): Promise<number> {
  const { db } = product.deps;
  const row = await db
    .selectFrom('loan')
    .select('customer_id')
    .where('id', '=', loanId)
    .executeTakeFirstOrThrow();
  return row.customer_id;
}
const runDay = async (deps: Dependencies = product.deps) => {
  const day = { country: 'AR', date: todayOf(product) } as const;
  await announceDebits(deps, day);
  await attemptDebits(deps, day);
};
const mailsTo = async ({ person }: Borrower, part: string) =>
  (await listMessages(product.deps, person.email)).filter(({ subject }) => subject.includes(part));
const chargesOf = async (one: Borrower) => {
  const [debit] = await debitsOf(product, one);
  const row = await product.deps.db
    .selectFrom('sandbox_payment')
    .select(['submissions', 'state'])
    .where('reference', '=', debit?.reference ?? '')
    .executeTakeFirst();
  return row?.submissions ?? 0;
};

describe('a debit', () => {
  test('is announced some business days before: what, when and how to stop it', async () => {
    await goTo(product, debitAnnouncedOn(due, holidaysOf('AR')));
    await runDay();
    await runDay();
    const [mail, ...more] = await mailsTo(people.paying, 'debitamos tu cuota 1');
    expect(more).toEqual([]);
    const [{ amount }] = (await people.paying.balance()).installments;
    expect(mail?.text).toContain(formatDate(attemptOn));
    expect(mail?.text).toContain(formatDate(due));
    expect(mail?.text.replaceAll('.', '')).toContain(`$${amount.toFixed(2).replace('.', ',')}`);
    expect(mail?.text).toContain('Visa terminada en 4905');
    expect(mail?.text).toMatch(/\/avisos\/[\w-]{32}/);
    expect(await debitsOf(product, people.paying)).toMatchObject([
      { instalment: 1, state: 'announced', attempt_on: attemptOn, due_date: due },
    ]);
    expect(await debitsOf(product, people.lateCard)).toEqual([]);
  });

  test('is attempted on its day and not before', async () => {
    await people.coupon.ask([1], 'rapipago', { token: people.coupon.person.token ?? '' });
    const paid = await people.paid.ask([1], 'pago-facil');
    await product.call('POST /sandbox/payments/{hash}/settle', { params: { hash: paid.body.result.hash } });
    const [stop] = await mailsTo(people.stopped, 'debitamos tu cuota 1');
    const hash = /\/avisos\/([\w-]+)/.exec(stop?.text ?? '')?.[1] ?? '';
    const stopped = await product.call('POST /api/v3/preferences/{hash}', {
      params: { hash },
      body: { debits: false },
    });
    expect(stopped.body.model).toEqual({ reminders: true, calls: true, debits: false });
    await withdraw(people.withdrawing);
    await product.deps.db
      .updateTable('card')
      .set({ removed_at: product.deps.clock.now() })
      .where('customer_id', '=', await customerOf(people.cardless))
      .execute();

    await goTo(product, dayBefore(attemptOn));
    await runDay();
    expect(await chargesOf(people.paying)).toBe(0);

    await goTo(product, attemptOn);
    await runDay();
    await runDay();
    expect(await chargesOf(people.paying)).toBe(1);
    expect((await people.paying.balance()).installments[0].state_name).toBe('payed');
    expect(await debitsOf(product, people.paying)).toMatchObject([{ state: 'approved' }]);
    const [{ amount }] = (await people.paying.balance()).installments;
    expect(await people.paying.collected()).toBe(Math.round(amount * 100));
    const [mail, ...more] = await mailsTo(people.paying, 'Debitamos tu cuota 1');
    expect(more).toEqual([]);
    expect(mail?.text).toContain(formatDate(attemptOn));
  });

  test('that is declined leaves the instalment to be paid otherwise, and is not tried again', async () => {
    expect(await debitsOf(product, people.declined)).toMatchObject([{ state: 'declined' }]);
    expect((await people.declined.balance()).installments[0].state_name).toBe('pending');
    expect(await people.declined.collected()).toBe(0);
    const [mail, ...more] = await mailsTo(people.declined, 'No pudimos debitar tu cuota 1');
    expect(more).toEqual([]);
    expect(mail?.text).toContain(`hasta el ${formatDate(payableUntil('AR', due, holidaysOf('AR')))}`);
    expect((await people.declined.ask([1], 'rapipago')).status).toBe(200);
  });

  test.each([
    ['paid', 'paid'],
    ['stopped', 'switched-off'],
    ['cardless', 'no-card'],
  ] as const)('of one who is %s is not attempted', async (who, reason) => {
    expect(await debitsOf(product, people[who])).toMatchObject([{ state: 'skipped', reason }]);
    expect(await chargesOf(people[who])).toBe(0);
    expect(await mailsTo(people[who], 'No pudimos debitar')).toEqual([]);
    // Who paid or stopped it knows.
    const told = await mailsTo(people[who], 'No debitamos tu cuota 1');
    expect(told).toHaveLength(reason === 'no-card' ? 1 : 0);
  });

  test.each([
    ['coupon', 'open-payment', 1],
    ['withdrawing', 'withdrawal', 0],
  ] as const)('of one who is %s is put off to the next business day', async (who, put_off_for, letters) => {
    const next = addBusinessDays(attemptOn, 1, holidaysOf('AR'));
    expect(await debitsOf(product, people[who])).toMatchObject([
      { state: 'announced', attempt_on: next, put_off_for },
    ]);
    const told = await mailsTo(people[who], 'Todavía no debitamos tu cuota 1');
    expect(told).toHaveLength(letters);
    expect(told.every(({ text }) => text.includes(`el ${formatDate(next)}`))).toBe(true);
    expect(await chargesOf(people[who])).toBe(0);
    expect(await mailsTo(people[who], 'No pudimos debitar')).toEqual([]);
  });

  test('whose answer is lost is asked for under the same reference and counts once', async () => {
    const [debit] = await debitsOf(product, people.lost);
    expect(debit).toMatchObject({ state: 'charging' });
    expect((await people.lost.balance()).installments[0].state_name).toBe('waiting');
    expect(await askForDue(product.deps)).toBe(0);
    await longAgo(product.deps);
    await askForDue(product.deps);
    const stateOf = async () => (await debitsOf(product, people.lost))[0]?.state;
    await expect.poll(stateOf).toBe('approved');
    expect(await askForDue(product.deps)).toBe(0);
    expect(await chargesOf(people.lost)).toBe(1);
    expect(await people.lost.collected()).toBe(debit?.amount);
  });

  test('does not take a card that was saved after its day', async () => {
    await goTo(product, dayAfter(attemptOn));
    await product.deps.db
      .updateTable('card')
      .set({ removed_at: null, created_at: product.deps.clock.now() })
      .where('customer_id', '=', await customerOf(people.lateCard))
      .execute();
    await runDay();
    expect(await debitsOf(product, people.lateCard)).toEqual([]);
  });

  test('leaves books that add up', async () => {
    for (const one of Object.values(people)) {
      const balance = await loanBalance(product.deps.db, one.loanId);
      expect([...balance.values()].reduce((sum: number, each) => sum + each, 0)).toBe(0);
    }
  });
});

async function withdraw(one: Borrower): Promise<void> {
  const { db, clock } = product.deps;
  await db
    .insertInto('withdrawal')
    .values({
      code: 'ARR-TEST',
      country: 'AR',
      kind: 'loan',
      document_number: one.documentNumber,
      email: one.person.email,
      state: 'return-due',
      customer_id: await customerOf(one),
      loan_id: one.loanId,
      return_amount: 1,
      return_until: due,
      requested_at: clock.now(),
      confirmed_at: clock.now(),
    })
    .execute();
}

const dayMs = 86_400_000;
const shift = (date: CalendarDate, days: number) =>
  new Date(Date.parse(`${date}T12:00:00Z`) + days * dayMs).toISOString().slice(0, 10) as CalendarDate;
const dayBefore = (date: CalendarDate) => shift(date, -1);
const dayAfter = (date: CalendarDate) => shift(date, 1);
