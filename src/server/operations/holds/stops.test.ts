import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentNumber } from '../../../countries/country.ts';
import type { CountryCode } from '../../../countries/countries.ts';
import { holidaysOf } from '../../../countries/holidays.ts';
import { debitAnnouncedOn, debitAttemptOn } from '../../../countries/law/debits.ts';
import { cashIn } from '../../../countries/testing/test-country.ts';
import { addDays, type CalendarDate } from '../../../domain/calendar-date.ts';
import { HOLD_REASONS, type HoldReason } from '../../../domain/holds.ts';
import { payoutTools } from '../../loans/payout-desk/testing/orders.ts';
import { listMessages } from '../../messages/service.ts';
import { announceDebits } from '../../servicing/debits/announce.ts';
import { attemptDebits } from '../../servicing/debits/attempt.ts';
import { debitsOf, debtor, dueDatesOf, goTo } from '../../servicing/debits/testing/debtor.ts';
import { goToLoansDueOnBusinessDays } from '../../servicing/debits/testing/due-days.ts';
import type { Borrower } from '../../servicing/payments/testing/borrower.ts';
import { remind } from '../../servicing/reminders/remind.ts';
import { consoleUrl } from '../../staff/testing/console.ts';
import { confirmationOf, signUpAndVerify, type Traveller } from '../../testing/journey.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { holdTools } from './testing/holds.ts';

/** Effects of each hold, as the decision lists them (docs/decisions/0086-holds.md). */
const STOPS = {
  fraud: { login: true, charges: true, reminders: true },
  deceased: { login: true, charges: true, reminders: true },
  'court-order': { login: false, charges: true, reminders: true },
  dispute: { login: false, charges: true, reminders: true },
  compliance: { login: false, charges: false, reminders: false },
} as const satisfies Record<HoldReason, object>;

let product: TestProduct;
let at: Awaited<ReturnType<typeof holdTools>>;
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl, ROLE: 'api' } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  at = await holdTools(product);
});
afterAll(() => product.close());

const held = 'Por ahora no podemos ofrecerte un préstamo. Si querés saber más, escribinos desde Ayuda.';
const loggedOut = 'Tu sesión terminó. Volvé a ingresar.';
const none = { offer: 401, plans: loggedOut, finish: loggedOut };
const refused = {
  offer: { consulted: false, again_from: '', held: true, waiting: false, reason: '', correct: '' },
  plans: held,
  finish: held,
};

/** Answers of offers, plans and confirmation to a customer on hold. */
const OFFERS = {
  fraud: none,
  deceased: none,
  'court-order': refused,
  dispute: { offer: 200, plans: 200, finish: 'Ya tenés un préstamo activo.' },
  compliance: refused,
} as const satisfies Record<HoldReason, object>;

/** Ids of a hold's subject. */
async function target(
  reason: HoldReason,
  person: { readonly documentNumber: DocumentNumber },
  loanId?: number,
) {
  return [await at.idOf(person), reason === 'dispute' ? { loan: String(loanId) } : {}] as const;
}

describe.each(HOLD_REASONS)('%s', (reason) => {
  const country = 'AR';
  const stops = STOPS[reason];

  test('login, and a payout that waits, until it is lifted', async () => {
    const made = await payoutTools(product, at.head).confirmed(country);
    const { person, shown } = made;
    const [customer, more] = await target(reason, person, made.id);
    const id = await at.hold(customer, reason, more);
    const session = await person.call('GET /api/v3/account-new');
    expect(session.status).toBe(stops.login ? 401 : 200);
    for (let tries = 0; tries < 3; tries += 1) await made.step();
    expect(await made.order()).toMatchObject({ state: 'planned', waits_for: 'held' });
    expect(await made.orders()).toEqual([]);
    expect((await shown()).arrival).toMatchObject({ state: 'waiting', date: '' });
    await at.lift(id);
    for (let tries = 0; tries < 3; tries += 1) await made.step();
    await made.advance('ok');
    await made.step();
    expect(await made.orders()).toMatchObject([{ submissions: 1 }]);
    expect((await made.order()).state).toBe('confirmed');
  });

  test('offers and confirmations', async () => {
    const person = await signUpAndVerify(product, country);
    // A dispute needs a loan, so this customer has one; the offer is still shown.
    const loan = reason === 'dispute' ? await confirmed(person) : undefined;
    const [customer, more] = await target(reason, person, loan);
    const read = async () => {
      const offer = await person.call('GET /api/v1/clients/credit-ratings');
      const plans = await person.call('GET /api/v1/clients/loan-options/{amount}', {
        params: { amount: String(person.offer.max_amount) },
      });
      const finish = await person.call('POST /api/v3/finish-new', { body: confirmationOf(person) });
      return {
        offer: offer.body.result?.rejection ?? offer.status,
        plans: plans.body.message ?? plans.status,
        finish: finish.body.message ?? finish.status,
      };
    };
    const id = await at.hold(customer, reason, more);
    expect(await read()).toEqual(OFFERS[reason]);
    await at.lift(id);
    // Sessions ended by the hold stay ended.
    const { offer } = await read();
    expect(offer).toBe(stops.login ? 401 : 200);
  });
});

async function confirmed(person: Traveller): Promise<number> {
  const { body } = await person.call('POST /api/v3/finish-new', { body: confirmationOf(person) });
  const { id } = await product.deps.db
    .selectFrom('loan')
    .select('id')
    .where('public_id', '=', body.result.id)
    .executeTakeFirstOrThrow();
  return id;
}

const day = (country: CountryCode, date: CalendarDate) => ({ country, date });
const remindersTo = async ({ person }: Borrower) =>
  (await listMessages(product.deps, person.email)).filter(({ subject }) => subject.startsWith('Tu cuota 1'));

describe('of loans that are paid back', () => {
  const country = 'UY';

  test('card debits and reminders stop, and payments still work', async () => {
    await goToLoansDueOnBusinessDays(product, 1);
    const people = new Map<HoldReason | 'free' | 'late', Borrower>();
    for (const who of [...HOLD_REASONS, 'free', 'late'] as const)
      people.set(who, await debtor(product, country));
    at = await holdTools(product);
    const one = (who: HoldReason | 'free' | 'late') => people.get(who)!;
    for (const reason of HOLD_REASONS) {
      const [customer, more] = await target(reason, one(reason).person, one(reason).loanId);
      await at.hold(customer, reason, more);
    }
    const due = (await dueDatesOf(product, one('free')))[0]!;
    const announcedOn = debitAnnouncedOn(due, holidaysOf(country));
    await goTo(product, announcedOn);
    await announceDebits(product.deps, day(country, announcedOn));
    const announced = async (who: HoldReason | 'free' | 'late') => (await debitsOf(product, one(who))).length;
    expect(await announced('free')).toBe(1);
    for (const reason of HOLD_REASONS)
      expect([reason, await announced(reason)]).toEqual([reason, STOPS[reason].charges ? 0 : 1]);

    // Held after the debit was announced, by staff whose earlier sessions have ended.
    at = await holdTools(product);
    const [customer, more] = await target('dispute', one('late').person, one('late').loanId);
    const late = await at.hold(customer, 'dispute', more);
    const remindOn = addDays(due, -3);
    await goTo(product, remindOn);
    await remind(product.deps, day(country, remindOn));
    expect(await remindersTo(one('free'))).toHaveLength(1);
    for (const reason of HOLD_REASONS)
      expect([reason, (await remindersTo(one(reason))).length]).toEqual([
        reason,
        STOPS[reason].reminders ? 0 : 1,
      ]);

    const attemptOn = debitAttemptOn(due, holidaysOf(country));
    await goTo(product, attemptOn);
    await attemptDebits(product.deps, day(country, attemptOn));
    const [putOff] = await debitsOf(product, one('late'));
    expect(putOff).toMatchObject({ state: 'announced', put_off_for: 'held' });
    for (const who of ['free', 'compliance'] as const)
      expect((await debitsOf(product, one(who)))[0]).toMatchObject({ state: 'approved' });

    // Anyone who knows the document may pay, whatever is held.
    for (const who of ['fraud', 'deceased', 'court-order', 'dispute'] as const) {
      const asked = await one(who).ask([1], cashIn(country));
      expect([who, asked.status]).toEqual([who, 200]);
      await product.call('POST /sandbox/payments/{hash}/settle', {
        country,
        params: { hash: asked.body.result.hash },
      });
      expect((await one(who).balance()).installments[0].state_name).toBe('payed');
    }
    at = await holdTools(product);
    await at.lift(late);
  }, 120_000);
});
