import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, formatDate, type CalendarDate } from '../../../domain/calendar-date.ts';
import type { ContactChannel, ContactRefusal } from '../../../domain/contact-gate.ts';
import type { HoldReason } from '../../../domain/holds.ts';
import { listMessages } from '../../messages/service.ts';
import { transaction } from '../../platform/database.ts';
import { consoleUrl, signInAs, type StaffMember } from '../../staff/testing/console.ts';
import { openTicket } from '../../support/tickets/service.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { goTo, todayOf } from '../debits/testing/debtor.ts';
import { goToLoansDueOnBusinessDays } from '../debits/testing/due-days.ts';
import { borrower, type Borrower } from '../payments/testing/borrower.ts';
import { remind } from '../reminders/remind.ts';
import { sendReminderSms } from '../reminders/sms.ts';
import { openGate, sendThroughGate } from './gate.ts';
import { contactHistory, openCall, recordResult } from './service.ts';

let product: TestProduct;
let staff: StaffMember;
beforeAll(async () => {
  product = await startProduct({
    settings: { ROLE: 'api', CONSOLE_URL: consoleUrl, SESSION_IDLE_HOURS: '9000', SESSION_MAX_DAYS: '365' },
  });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  staff = await signInAs(product, 'agent');
}, 60_000);
afterAll(() => product.close());

/** An hour of contact on every day of contact, Saturdays included. */
const goToEleven = (date: CalendarDate) =>
  product.advance(Date.parse(`${date}T14:00:00Z`) - product.deps.clock.now().getTime());
const day = () => ({ country: 'AR', date: todayOf(product) }) as const;
const customerOf = async ({ loanId }: Borrower) =>
  (
    await product.deps.db
      .selectFrom('loan')
      .select('customer_id')
      .where('id', '=', loanId)
      .executeTakeFirstOrThrow()
  ).customer_id;
const staffId = () => Number(staff.id);
const callTo = async (one: Borrower) => {
  const by = staffId();
  return transaction(product.deps.db, (tx) =>
    openCall(tx, product.deps, 'AR', { loanId: one.loanId, staffId: by }),
  );
};
/** Answer of the gate to a job, without a contact. */
const refusalOf = ({ loanId }: Borrower, channel: ContactChannel) =>
  transaction(product.deps.db, async (tx) => {
    const gate = await openGate(tx, product.deps, 'AR', { loanIds: [loanId], staffId: null });
    return gate.refusalOf({ loanId, channel, kind: 'reminder' });
  });
const mailsOf = async ({ person }: Borrower) =>
  (await listMessages(product.deps, person.email)).filter(({ text }) => text.includes('recordatorios:'));
const refusals = async () => {
  const { rows } = await sql<{ reason: ContactRefusal; count: number }>`
    select reason, sum(count)::int as count from contact_refusal where not by_staff and channel = 'mail' group by reason`.execute(
    product.deps.db,
  );
  return Object.fromEntries(rows.map(({ reason, count }) => [reason, count]));
};
const helpOf = async ({ person }: Borrower) => (await person.call('GET /api/v3/payment-help')).body.model;

describe('a day of reminders', () => {
  const each = 3;
  const people = new Map<ContactRefusal | 'free', Borrower[]>();
  const placeHold = async (one: Borrower, reason: HoldReason, loanId: number | null) =>
    product.deps.db
      .insertInto('customer_hold')
      .values({
        country: 'AR',
        customer_id: await customerOf(one),
        loan_id: loanId,
        reason,
        note: '',
        placed_at: product.deps.clock.now(),
        placed_by: staffId(),
      })
      .execute();
  /** Obstacles to contacting a customer, by reason. */
  const against: Partial<Record<ContactRefusal, (one: Borrower) => Promise<unknown>>> = {
    erased: async (one) =>
      product.deps.db
        .updateTable('customer')
        .set({ disabled_at: product.deps.clock.now() })
        .where('id', '=', await customerOf(one))
        .execute(),
    hold: (one) => placeHold(one, 'fraud', null),
    // One disputes the debt in general, one this loan, and one has a hold on the loan.
    dispute: async (one) => {
      const customerId = await customerOf(one);
      const place = people.get('dispute')?.indexOf(one);
      if (place === 2) return placeHold(one, 'dispute', one.loanId);
      const { id } = await transaction(product.deps.db, (tx) =>
        openTicket(tx, product.deps, { country: 'AR', customerId, kind: 'debt-dispute', subject: 'x' }),
      );
      const loan = place === 1 ? one.loanId : null;
      return product.deps.db.updateTable('ticket').set({ loan_id: loan }).where('id', '=', id).execute();
    },
    hardship: ({ person }) => person.call('POST /api/v3/hardship', { body: { reason: 'income' } }),
    'channel-off': ({ person }) => person.call('POST /api/v3/preferences', { body: { reminders: false } }),
    promise: async (one) => {
      const { loan_id, owed, today } = await helpOf(one);
      const until = addDays(today as CalendarDate, 3);
      const made = await one.person.call('POST /api/v3/promise', { body: { loan_id, amount: owed, until } });
      expect(made.status).toBe(200);
    },
    'payment-under-way': (one) => one.ask([1], 'rapipago', { token: one.person.token ?? '' }),
    day: callTo,
    week: async (one) => {
      const customerId = await customerOf(one);
      for (const back of [2, 4, 6])
        await product.deps.db
          .insertInto('contact')
          .values({
            country: 'AR',
            customer_id: customerId,
            channel: 'call',
            kind: 'call',
            day: addDays(todayOf(product), -back),
            at: product.deps.clock.now(),
          })
          .execute();
    },
  };
  const reasons = Object.keys(against) as ContactRefusal[];
  beforeAll(async () => {
    const due = await goToLoansDueOnBusinessDays(product);
    for (const reason of ['free' as const, ...reasons]) {
      const some: Borrower[] = [];
      for (let index = 0; index < each; index += 1) some.push(await borrower(product, 'AR', 3));
      people.set(reason, some);
    }
    // A dispute about another loan does not stop reminders of this one.
    const [free, other] = people.get('free') ?? [];
    if (free && other) await placeHold(free, 'dispute', other.loanId);
    await goToEleven(addDays(due, 1));
    for (const reason of reasons) for (const one of people.get(reason) ?? []) await against[reason]?.(one);
    await remind(product.deps, day());
  }, 300_000);

  test('refuses each for its reason, counts it once, and writes to the others', async () => {
    expect(await refusals()).toEqual(Object.fromEntries(reasons.map((reason) => [reason, each])));
    await remind(product.deps, day());
    expect(await refusals()).toEqual(Object.fromEntries(reasons.map((reason) => [reason, each])));
    for (const reason of reasons)
      for (const one of people.get(reason) ?? [])
        expect([reason, (await mailsOf(one)).length]).toEqual([reason, 0]);
    for (const one of people.get('free') ?? []) expect(await mailsOf(one)).toHaveLength(1);
  });

  test('the SMS of a mail is the same contact, and a call that day is one too many', async () => {
    await sendReminderSms(product.deps, day());
    for (const one of people.get('free') ?? []) {
      const contacts = await contactHistory(product.deps.db, await customerOf(one), 10);
      expect(contacts.map(({ channel, sameAs }) => [channel, sameAs === null])).toEqual([
        ['sms', false],
        ['mail', true],
      ]);
      expect((await callTo(one)).refusal).toBe('day');
    }
    // The gate refused the mail, so there is no SMS either.
    for (const one of people.get('promise') ?? [])
      expect(await contactHistory(product.deps.db, await customerOf(one), 10)).toEqual([]);
  });

  test('a payment link of the staff asks the gate too', async () => {
    // The staff's session ended while the clock was moved.
    staff = await signInAs(product, 'agent');
    const [free, hardship] = [people.get('free')?.[0], people.get('hardship')?.[0]];
    for (const one of [free, hardship]) {
      if (!one) throw new Error('there is one');
      const id = await customerOf(one);
      const page = await staff.call('GET /api/staff/customers/{id}', { params: { id: String(id) } });
      const sent = await staff.call('POST /api/staff/customers/{id}/links/{link}', {
        params: { id: String(id), link: 'payment' },
        version: page.body.result.version,
        body: { reason_code: 'help', reason: 'Para que pueda pagar.' },
      });
      expect([sent.status, sent.body.code]).toEqual([409, 'contact_refused']);
    }
  });
});

test('a coupon of an earlier day, which may have been forgotten, bars no contact', async () => {
  const one = await borrower(product, 'AR', 3);
  await one.ask([1], 'rapipago', { token: one.person.token ?? '' });
  expect(await refusalOf(one, 'mail')).toBe('payment-under-way');
  await product.advance(86_400_000);
  expect((await one.balance()).open_payments).toHaveLength(1);
  expect(await refusalOf(one, 'mail')).not.toBe('payment-under-way');
});

test('on a Sunday nobody is written to, and on Monday those of Sunday are', async () => {
  const due = await goToLoansDueOnBusinessDays(product);
  const one = await borrower(product, 'AR', 3);
  let sunday = addDays(due, 5);
  while (new Date(`${sunday}T12:00:00Z`).getUTCDay() !== 0) sunday = addDays(sunday, 1);
  await product.deps.db
    .insertInto('daily_run')
    .values([
      { job: 'reminders', country: 'AR', day: addDays(sunday, -1), finished_at: product.deps.clock.now() },
      { job: 'reminders', country: 'AR', day: sunday, finished_at: product.deps.clock.now() },
    ])
    .onConflict((on) => on.doNothing())
    .execute();
  await goTo(product, sunday);
  expect(await remind(product.deps, day())).toEqual({ loans: 0 });
  await sendReminderSms(product.deps, day());
  expect(await contactHistory(product.deps.db, await customerOf(one), 10)).toEqual([]);
});

describe('results of a call', () => {
  let one: Borrower;
  const call = async () => {
    await product.advance(2 * 86_400_000);
    while (new Date(`${todayOf(product)}T12:00:00Z`).getUTCDay() % 6 === 0) await product.advance(86_400_000);
    return callTo(one);
  };
  const result = async (
    contactId: number,
    kind: Parameters<typeof recordResult>[2]['result'],
    more: Partial<Parameters<typeof recordResult>[2]> = {},
  ) => {
    const by = staffId();
    return transaction(product.deps.db, (tx) =>
      recordResult(tx, product.deps, { contactId, result: kind, note: 'habló', staffId: by, ...more }),
    );
  };
  beforeAll(async () => {
    const due = await goToLoansDueOnBusinessDays(product);
    one = await borrower(product, 'AR', 3);
    await goToEleven(addDays(due, 1));
  }, 60_000);

  test('turn the channel off at once, until there is another number', async () => {
    const first = await call();
    expect(await result(first.contactId ?? 0, 'wrong-number')).toMatchObject({ ok: true });
    expect((await call()).refusal).toBe('channel-off');
    const set = async (preference: { wrong_cellphone?: null; whatsapp?: boolean }) =>
      product.deps.db
        .updateTable('contact_preference')
        .set(preference)
        .where('customer_id', '=', await customerOf(one))
        .execute();
    await set({ whatsapp: true });
    expect(await refusalOf(one, 'whatsapp')).toBe('channel-off');
    await set({ wrong_cellphone: null });
    expect(await refusalOf(one, 'whatsapp')).not.toBe('channel-off');
    const next = await call();
    expect(next.refusal).toBeUndefined();
    await result(next.contactId ?? 0, 'wants-no-calls');
    expect((await call()).refusal).toBe('channel-off');
  });

  test('are kept with the newest first, and lose only their words', async () => {
    const { db } = product.deps;
    const history = await contactHistory(db, await customerOf(one), 10);
    expect(history.map(({ result: shown, note }) => [shown, note])).toEqual([
      ['wants-no-calls', 'habló'],
      ['wrong-number', 'habló'],
    ]);
    await expect(db.updateTable('contact_result').set({ result: 'spoke' }).execute()).rejects.toThrow(
      /append-only/,
    );
    await expect(db.deleteFrom('contact_result').execute()).rejects.toThrow(/append-only/);
    await expect(db.updateTable('promise').set({ amount: 1 }).execute()).rejects.toThrow(/append-only/);
    await db.updateTable('contact_result').set({ note: '' }).execute();
    expect((await result(999_999_999, 'spoke')).ok).toBe(false);
  });

  test('are undone by the person who allows calls again, and a switch turns them off at once', async () => {
    const calls = async (isOn: boolean) =>
      (await one.person.call('POST /api/v3/preferences', { body: { calls: isOn } })).body.model.calls;
    expect(await calls(true)).toBe(true);
    expect((await call()).refusal).not.toBe('channel-off');
    expect(await calls(false)).toBe(false);
    expect((await call()).refusal).toBe('channel-off');
  });
});

describe.each(['AR', 'UY'] as const)('who cannot pay now, %s', (country) => {
  let one: Borrower;
  let other: Borrower;
  beforeAll(async () => {
    const due = await goToLoansDueOnBusinessDays(product);
    one = await borrower(product, country, 3);
    other = await borrower(product, country, 3);
    await goToEleven(addDays(due, 1));
  }, 60_000);
  const promise = (by: Borrower, body: object) => by.person.call('POST /api/v3/promise', { body });

  test('promises a day within fifteen and at most what is owed then, once', async () => {
    const { loan_id, owed, most, today, promise_until } = await helpOf(one);
    expect(promise_until).toBe(addDays(today, 15));
    expect(most).toBeGreaterThan(owed);
    const late = await promise(one, { loan_id, amount: owed, until: addDays(today, 16) });
    expect(late.body.code).toBe('promise_day');
    const much = await promise(one, { loan_id, amount: owed * 2, until: addDays(today, 5) });
    expect(much.body).toMatchObject({ code: 'promise_amount', message: /Para ese día podés prometer hasta/ });
    expect((await promise(other, { loan_id, amount: 1, until: today })).status).toBe(404);
    const until = addDays(today, 5);
    const made = await promise(one, { loan_id, amount: owed, until });
    expect(made.body.messages[0]).toContain(formatDate(until));
    expect((await promise(one, { loan_id, amount: 1, until })).body.code).toBe('promise_open');
    const then = await helpOf(one);
    expect(then.promise).toMatchObject({ amount: owed, paid: 0, until: formatDate(until) });
    const extend = (by: Borrower, to: string) =>
      by.person.call('POST /api/v3/promise/{id}/extend', {
        params: { id: then.promise.id },
        body: { until: to },
      });
    expect((await extend(other, addDays(today, 8))).status).toBe(404);
    expect((await extend(one, addDays(today, 8))).status).toBe(200);
    expect((await extend(one, addDays(today, 9))).body.code).toBe('promise_extension');
  });

  test('is not contacted for thirty days, once a year, and is told that interest goes on', async () => {
    const asked = await other.person.call('POST /api/v3/hardship', { body: { reason: 'expense' } });
    expect(asked.body.messages[0]).toContain('Los intereses siguen corriendo');
    const { today, hardship_until, hardship_days } = await helpOf(other);
    expect([hardship_until, hardship_days]).toEqual([formatDate(addDays(today, 30)), 0]);
    await product.advance(31 * 86_400_000);
    const again = await other.person.call('POST /api/v3/hardship', { body: { reason: 'other' } });
    expect(again.body).toMatchObject({ code: 'hardship_used', message: /Podés volver a pedirlos desde el/ });
  });

  test('tells us, and it is a ticket of its own kind', async () => {
    const told = await one.person.call('POST /api/v3/payment-help', {
      body: { kind: 'plan', content: 'Puedo pagar de a poco.' },
    });
    expect(told.status).toBe(200);
    const ticket = await product.deps.db
      .selectFrom('ticket')
      .select(['kind', 'subject', 'awaits_answer'])
      .where('customer_id', '=', await customerOf(one))
      .where('kind', '=', 'payment-help')
      .executeTakeFirst();
    expect(ticket).toEqual({ kind: 'payment-help', subject: 'Pide un plan de pagos', awaits_answer: true });
  });
});

test('of two messages of one batch to one customer one is sent', async () => {
  const due = await goToLoansDueOnBusinessDays(product);
  const one = await borrower(product, 'AR', 3);
  await goToEleven(due);
  const ask = (text: string) => ({
    loanId: one.loanId,
    channel: 'mail' as const,
    kind: 'reminder' as const,
    message: { channel: 'email' as const, to: one.person.email, subject: 'Recordatorio', text },
  });
  const contacted = await transaction(product.deps.db, async (tx) => {
    const gate = await openGate(tx, product.deps, 'AR', { loanIds: [one.loanId], staffId: null });
    return sendThroughGate(tx, product.deps, gate, [ask('recordatorios: 1'), ask('recordatorios: 2')]);
  });
  expect(contacted.map(({ refusal }) => refusal)).toEqual([undefined, 'day']);
  expect((await mailsOf(one)).map(({ text }) => text)).toEqual(['recordatorios: 1']);
});
