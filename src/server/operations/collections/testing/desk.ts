import { expect } from 'vitest';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { COUNTRIES } from '../../../../countries/countries.ts';
import { holidaysOf } from '../../../../countries/holidays.ts';
import { addDays, daysBetween, isBusinessDay, type CalendarDate } from '../../../../domain/calendar-date.ts';
import { fromUnits } from '../../../../domain/money.ts';
import { receivePayment } from '../../../loans/books/service.ts';
import { transaction } from '../../../platform/database.ts';
import { goTo, todayOf } from '../../../servicing/debits/testing/debtor.ts';
import { borrower, type Borrower } from '../../../servicing/payments/testing/borrower.ts';
import { signInAs, type StaffMember } from '../../../staff/testing/console.ts';
import type { TestProduct } from '../../../testing/product.ts';
import { takeSnapshot } from '../../portfolio/snapshot.ts';
import { writeCollectionFigures } from '../figures.ts';

export interface Debtor extends Borrower {
  readonly customer: string;
}

/** Debtors, days and calls for tests of Cobranzas. */
export function deskOf(product: TestProduct) {
  const { db } = product.deps;

  async function debtor(country: CountryCode, instalments = 3): Promise<Debtor> {
    const one = await borrower(product, country, instalments);
    const { customer_id: id } = await db
      .selectFrom('loan')
      .select('customer_id')
      .where('id', '=', one.loanId)
      .executeTakeFirstOrThrow();
    return { ...one, customer: String(id) };
  }

  /** Closes yesterday in both countries, as the nightly job does. */
  async function close(): Promise<void> {
    for (const country of COUNTRIES) await takeSnapshot(db, country, addDays(todayOf(product, country), -1));
  }

  /** Counts the figures as of yesterday in both countries, as the nightly job does. */
  async function figures(): Promise<void> {
    for (const country of COUNTRIES)
      await writeCollectionFigures(db, country, addDays(todayOf(product, country), -1));
  }

  /** Moves the clock to noon of the first day from `days` ahead on which calls are allowed, and closes the day before. */
  async function later(days: number): Promise<void> {
    let day = addDays(todayOf(product), days);
    while (!COUNTRIES.every((code) => isBusinessDay(day, holidaysOf(code)))) day = addDays(day, 1);
    await goTo(product, day);
    await close();
  }

  let payments = 0;
  /** Books money with a value date, as a settlement file reports it. @returns the payment's row */
  async function pay({ loanId }: Borrower, units: number, valueDate: CalendarDate): Promise<number> {
    payments += 1;
    const reference = `desk-${payments}`;
    await transaction(db, (tx) =>
      receivePayment(tx, product.deps, {
        loanId,
        amount: fromUnits(units),
        source: 'desk',
        reference,
        valueDate,
      }),
    );
    const { id } = await db
      .selectFrom('payment')
      .select('id')
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow();
    return id;
  }

  const list = async (by: StaffMember, query: Record<string, string>) => {
    const answer = await by.call('GET /api/staff/collections', { query });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };
  const open = async (by: StaffMember, { customer }: Debtor, query: Record<string, string> = {}) => {
    const params = { id: customer };
    const answer = await by.call('GET /api/staff/customers/{id}/collection', { params, query });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.result;
  };
  const call = (by: StaffMember, { customer }: Debtor) =>
    by.call('POST /api/staff/customers/{id}/collection/call', { params: { id: customer } });
  const result = (by: StaffMember, { customer }: Debtor, contact: string, body: object) =>
    by.call('POST /api/staff/customers/{id}/collection/calls/{contact}/result', {
      params: { id: customer, contact },
      body: { note: '', ...body },
    });
  /** A call, allowed, with its result. */
  async function called(by: StaffMember, one: Debtor, body: object): Promise<void> {
    const made = await call(by, one);
    expect(made.body).toMatchObject({ refused: '' });
    const entered = await result(by, one, made.body.contact, body);
    expect(entered.status, JSON.stringify(entered.body)).toBe(200);
  }
  const refusedOn = async (by: StaffMember, one: Debtor, channel: string) =>
    (await open(by, one)).gate.find((each: { channel: string }) => each.channel === channel)?.refused;

  return {
    debtor,
    close,
    figures,
    later,
    pay,
    list,
    open,
    call,
    result,
    called,
    refusedOn,
    collector: () => signInAs(product, 'collector'),
    today: (country: CountryCode = 'AR') => todayOf(product, country),
    daysUntil: (day: CalendarDate) => daysBetween(todayOf(product), day),
  };
}
