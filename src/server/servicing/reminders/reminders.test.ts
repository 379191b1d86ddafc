import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { cashIn } from '../../../countries/testing/test-country.ts';
import { phoneOf } from '../../testing/journey.ts';
import { addDays, formatDate, type CalendarDate } from '../../../domain/calendar-date.ts';
import { dueDatesOf, goTo, todayOf } from '../debits/testing/debtor.ts';
import {
  goToLoansDueOnBusinessDays,
  goToLoansDueOnSaturday,
  reminderDayFrom,
} from '../debits/testing/due-days.ts';
import { listMessages } from '../../messages/service.ts';
import { borrower, type Borrower } from '../payments/testing/borrower.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { remind } from './remind.ts';
import { sendReminderSms } from './sms.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

const run = async (country: CountryCode) => {
  const day = { country, date: todayOf(product, country) };
  await remind(product.deps, day);
  await sendReminderSms(product.deps, day);
};
const subjectOf = /cuota|cuotas/i;
const mailsOf = async ({ person }: Borrower) =>
  (await listMessages(product.deps, person.email)).filter(({ subject }) => subjectOf.test(subject));
const smsOf = async ({ country, documentNumber }: Borrower) => {
  return (await listMessages(product.deps, phoneOf(country, documentNumber))).filter(({ text }) =>
    text.includes('/balance/1/'),
  );
};
const offHashOf = async (one: Borrower) =>
  /\/avisos\/([\w-]+)/.exec((await mailsOf(one))[0]?.text ?? '')?.[1] ?? '';
const shown = (amount: number) =>
  `$${amount.toLocaleString('es-AR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

describe.each(['AR', 'UY'] as const)('reminders, %s', (country) => {
  let one: Borrower;
  let paying: Borrower;
  let due: readonly CalendarDate[];
  beforeAll(async () => {
    await goToLoansDueOnBusinessDays(product);
    one = await borrower(product, country, 3);
    paying = await borrower(product, country, 3);
    due = await dueDatesOf(product, one);
  });
  const first = () => due[0]!;

  test('come three days before, and once however often the job runs', async () => {
    await goTo(product, addDays(first(), -4));
    await run(country);
    expect(await mailsOf(one)).toEqual([]);
    await goTo(product, addDays(first(), -3));
    await run(country);
    await run(country);
    const [mail, ...more] = await mailsOf(one);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(`Tu cuota 1 vence el ${formatDate(first())}`);
    const [{ amount }] = (await one.balance()).installments;
    expect(mail?.text).toContain(shown(amount));
    // The link leads to the very amount.
    expect(mail?.text).toContain(`/balance/1/${one.documentNumber}?total=${amount}`);
    expect(mail?.text).toMatch(/recordatorios: http.*\/avisos\/[\w-]{32}$/);
  });

  test('are not sent after payment', async () => {
    const asked = await paying.ask([1], cashIn(country));
    await product.call('POST /sandbox/payments/{hash}/settle', {
      country,
      params: { hash: asked.body.result.hash },
    });
    const before = (await mailsOf(paying)).length;
    await goTo(product, first());
    await run(country);
    expect((await mailsOf(paying)).length).toBe(before);
    expect((await mailsOf(one))[0]?.subject).toBe('Hoy vence tu cuota 1');
  });

  test('say what is owed that day, and are one message for several instalments', async () => {
    await goTo(product, addDays(first(), 1));
    await run(country);
    const [{ amount }] = (await one.balance()).installments;
    expect((await mailsOf(one))[0]).toMatchObject({
      subject: 'Tu cuota 1 está vencida',
      text: expect.stringContaining(shown(amount)),
    });
    // The second falls due while the first is overdue.
    await goTo(product, due[1]!);
    const count = (await mailsOf(one)).length;
    await run(country);
    const mails = await mailsOf(one);
    expect(mails.length).toBe(count + 1);
    expect(mails[0]?.text).toContain('La cuota 1 de 3');
    expect(mails[0]?.text).toContain('La cuota 2 de 3');
    const balance = await one.balance();
    const total = balance.installments[0].amount + balance.installments[1].amount;
    expect(mails[0]?.text).toContain(`En total son ${shown(total)}`);
  });

  test('are made up for after days without a run, with the one that fits', async () => {
    await goTo(product, reminderDayFrom(addDays(due[1]!, 7)));
    // The days in between had no run at all: as after an outage.
    await product.deps.db
      .insertInto('daily_run')
      .values({
        job: 'reminders',
        country,
        day: addDays(due[1]!, 1),
        finished_at: product.deps.clock.now(),
      })
      .execute();
    await run(country);
    const kinds = await product.deps.db
      .selectFrom('reminder')
      .select('kind')
      .where('loan_id', '=', one.loanId)
      .where('instalment', '=', 2)
      .execute();
    expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(['due', 'late-5']);
  });

  test('end when they are switched off, which a look at the link does not do', async () => {
    const hash = await offHashOf(one);
    const call = (key: 'GET /api/v3/preferences/{hash}' | 'POST /api/v3/preferences/{hash}', body?: object) =>
      product.call(key, { country, params: { hash }, ...(body ? { body } : {}) });
    expect((await call('GET /api/v3/preferences/{hash}')).body.model).toEqual({
      reminders: true,
      calls: true,
      debits: true,
    });
    expect((await call('POST /api/v3/preferences/{hash}', { reminders: false })).body.model.reminders).toBe(
      false,
    );
    const [mails, sms] = [(await mailsOf(one)).length, (await smsOf(one)).length];
    await goTo(product, reminderDayFrom(addDays(due[1]!, 15)));
    await run(country);
    expect((await mailsOf(one)).length).toBe(mails);
    expect((await smsOf(one)).length).toBe(sms);
    await call('POST /api/v3/preferences/{hash}', { reminders: true });
    await run(country);
    expect((await mailsOf(one)).length).toBe(mails + 1);
  });
});

test.each(['AR', 'UY'] as const)(
  '%s: an instalment that is due on a Saturday is reminded of by its last day, Monday',
  async (country) => {
    const saturday = await goToLoansDueOnSaturday(product);
    const one = await borrower(product, country, 3);
    const monday = formatDate(addDays(saturday, 2));
    const subjects: string[][] = [];
    for (const days of [-3, -1, 0, 2, 3]) {
      await goTo(product, addDays(saturday, days));
      await run(country);
      subjects.push((await mailsOf(one)).map(({ subject }) => subject));
    }
    const before = `Podés pagar tu cuota 1 hasta el lunes ${monday} sin recargo`;
    const last = 'Podés pagar tu cuota 1 hasta hoy sin recargo';
    const late = 'Tu cuota 1 está vencida';
    expect(subjects).toEqual([[], [before], [before], [last, before], [late, last, before]]);
  },
);

describe('SMS', () => {
  test('waits for the morning, and for the day after a Sunday', async () => {
    await goToLoansDueOnBusinessDays(product);
    const one = await borrower(product, 'AR', 3);
    const [due] = (await dueDatesOf(product, one)) as [CalendarDate];
    await goTo(product, addDays(due, -3));
    const at = (time: string) =>
      product.advance(
        Date.parse(`${todayOf(product)}T${time}:00-03:00`) - product.deps.clock.now().getTime(),
      );
    await at('08:59');
    await run('AR');
    expect(await mailsOf(one)).toHaveLength(1);
    expect(await smsOf(one)).toEqual([]);
    let days = 0;
    // At most a row of holidays and a Sunday later there is an hour for it.
    for (; days < 5 && (await smsOf(one)).length === 0; days += 1) {
      await at('09:00');
      await run('AR');
      if ((await smsOf(one)).length === 0) await product.advance(86_400_000);
    }
    const [sms, ...more] = await smsOf(one);
    expect(more).toEqual([]);
    const [{ amount }] = (await one.balance()).installments;
    expect(sms?.text).toContain(shown(amount));
    expect(sms?.text.length).toBeLessThanOrEqual(160);
  });

  test('is not sent to a customer who has paid while it waited', async () => {
    await goToLoansDueOnBusinessDays(product);
    const one = await borrower(product, 'AR', 3);
    const [due] = (await dueDatesOf(product, one)) as [CalendarDate];
    await goTo(product, addDays(due, -3));
    await remind(product.deps, { country: 'AR', date: todayOf(product) });
    const asked = await one.ask([1], 'rapipago');
    await product.call('POST /sandbox/payments/{hash}/settle', { params: { hash: asked.body.result.hash } });
    await run('AR');
    await product.advance(86_400_000);
    await run('AR');
    expect(await smsOf(one)).toEqual([]);
  });
});

describe('what a customer receives', () => {
  test('is changed by a logged-in customer, and not by a wrong link', async () => {
    const { person } = await borrower(product, 'AR', 3);
    const get = async () => (await person.call('GET /api/v3/preferences')).body.model;
    expect(await get()).toEqual({ reminders: true, calls: true, debits: true });
    const off = await person.call('POST /api/v3/preferences', { body: { reminders: false, debits: false } });
    expect(off.body.model).toEqual({ reminders: false, calls: true, debits: false });
    const on = await person.call('POST /api/v3/preferences', { body: { debits: true } });
    expect(on.body.model).toEqual({ reminders: false, calls: true, debits: true });
    expect(await get()).toEqual({ reminders: false, calls: true, debits: true });
    const wrong = { params: { hash: 'x'.repeat(32) }, body: { reminders: true } };
    expect((await product.call('POST /api/v3/preferences/{hash}', wrong)).status).toBe(404);
  });

  test('includes debits again only after a login', async () => {
    await goToLoansDueOnBusinessDays(product);
    const one = await borrower(product, 'AR', 3);
    const [due] = (await dueDatesOf(product, one)) as [CalendarDate];
    await goTo(product, addDays(due, -3));
    await run('AR');
    const hash = await offHashOf(one);
    const answer = await product.call('POST /api/v3/preferences/{hash}', {
      params: { hash },
      body: { debits: true },
    });
    expect(answer.status).toBe(422);
    const foreign = await product.call('GET /api/v3/preferences/{hash}', { country: 'UY', params: { hash } });
    expect(foreign.status).toBe(404);
  });
});
