import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { holidaysOf } from '../../../countries/holidays.ts';
import { debitAnnouncedOn, debitAttemptOn } from '../../../countries/law/debits.ts';
import { addBusinessDays, addDays, formatDate, type CalendarDate } from '../../../domain/calendar-date.ts';
import { contactsOf } from '../../customers/preferences/service.ts';
import { loansById } from '../../loans/service.ts';
import { listMessages } from '../../messages/service.ts';
import { transaction } from '../../platform/database.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { announceDebits } from '../debits/announce.ts';
import { attemptDebits } from '../debits/attempt.ts';
import { debtor, dueDatesOf, goTo, todayOf } from '../debits/testing/debtor.ts';
import { goToLoansDueOnBusinessDays } from '../debits/testing/due-days.ts';
import { borrower, type Borrower } from '../payments/testing/borrower.ts';
import { remind } from './remind.ts';
import { paymentLetter } from './service.ts';
import { sendReminderSms } from './sms.ts';

/** docs/product/messages.md#reminders: a reminder says what is true of this person's debit and payment that day. */

const holidays = holidaysOf('AR');
let product: TestProduct;
let people: Record<
  'cardless' | 'declined' | 'lost' | 'coupon' | 'stopped' | 'cardRemoved' | 'putOff',
  Borrower
>;
let due: CalendarDate;
beforeAll(async () => {
  product = await startProduct({ settings: { SESSION_IDLE_HOURS: '9000', SESSION_MAX_DAYS: '365' } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  await goToLoansDueOnBusinessDays(product);
  people = {
    cardless: await borrower(product, 'AR', 3),
    declined: await debtor(product, 'AR', 'declined'),
    lost: await debtor(product, 'AR', 'lost'),
    coupon: await debtor(product),
    stopped: await debtor(product),
    cardRemoved: await debtor(product),
    putOff: await debtor(product),
  };
  [due] = (await dueDatesOf(product, people.cardless)) as [CalendarDate];
}, 120_000);
afterAll(() => product.close());

const day = () => ({ country: 'AR', date: todayOf(product) }) as const;
async function runDay(): Promise<void> {
  await announceDebits(product.deps, day());
  await attemptDebits(product.deps, day());
}
const mailOf = async ({ person }: Borrower) =>
  (await listMessages(product.deps, person.email)).find(({ text }) => text.includes('recordatorios:'))
    ?.text ?? '';
const smsOf = async ({ documentNumber }: Borrower) =>
  (await listMessages(product.deps, `1145${documentNumber.slice(-6)}`)).filter(({ text }) =>
    text.includes('/balance/1/'),
  );
async function customerOf({ loanId }: Borrower) {
  const row = product.deps.db.selectFrom('loan').select('customer_id').where('id', '=', loanId);
  return (await row.executeTakeFirstOrThrow()).customer_id;
}
const switchOff = async (one: Borrower) =>
  one.person.call('POST /api/v3/preferences', { body: { debits: false } });
const letterOf = (one: Borrower) =>
  transaction(product.deps.db, async (tx) => {
    const [loan] = await loansById(tx, [one.loanId]);
    const id = await customerOf(one);
    const contact = (await contactsOf(tx, product.deps, [id])).get(id);
    if (!loan || !contact) throw new Error('a borrower has a loan and a contact');
    return (await paymentLetter(tx, product.deps, loan, contact))?.text;
  });

const noDebit = 'No tiene débito automático';
const nothingToDo = 'no tenés que hacer nada';

describe('before the debits', () => {
  test('a letter about the next instalment names the debit that is not announced yet', async () => {
    expect(await letterOf(people.stopped)).toContain(
      `La vamos a debitar de tu tarjeta Visa terminada en 4905 el ${formatDate(debitAttemptOn(due, holidays))}.`,
    );
    expect(await letterOf(people.cardless)).toContain(noDebit);
  });

  test('an announced debit that its borrower stops is not spoken of as coming', async () => {
    await goTo(product, debitAnnouncedOn(due, holidays));
    await runDay();
    expect(await letterOf(people.stopped)).toContain('La vamos a debitar');
    await switchOff(people.stopped);
    expect(await letterOf(people.stopped)).toContain('No la vamos a debitar de tu tarjeta');
  });
});

describe('three days before', () => {
  beforeAll(async () => {
    await goTo(product, debitAttemptOn(due, holidays));
    const token = (one: Borrower) => ({ token: one.person.token ?? '' });
    await people.coupon.ask([1], 'rapipago', token(people.coupon));
    const open = await people.putOff.ask([1], 'rapipago', token(people.putOff));
    await product.deps.db
      .updateTable('card')
      .set({ removed_at: product.deps.clock.now() })
      .where('customer_id', '=', await customerOf(people.cardRemoved))
      .execute();
    await runDay();
    await goTo(product, addDays(due, -3));
    const query = { document_number: people.putOff.documentNumber };
    await people.putOff.person.call('DELETE /api/v3/coupon/{hash}', {
      params: { hash: open.body.result.hash },
      query,
    });
    await remind(product.deps, day());
    await sendReminderSms(product.deps, day());
  }, 60_000);

  test.each<[keyof typeof people, readonly string[], readonly string[]]>([
    ['cardless', [noDebit], [nothingToDo]],
    [
      'declined',
      ['Tu tarjeta Visa terminada en 4905 rechazó el débito y no lo volvemos a intentar'],
      [nothingToDo],
    ],
    ['stopped', ['No la vamos a debitar de tu tarjeta'], [nothingToDo]],
    ['cardRemoved', ['No la vamos a debitar de tu tarjeta'], [nothingToDo]],
    [
      'coupon',
      ['con Rapipago, que podés usar hasta el', 'Mientras siga abierto, no debitamos'],
      [nothingToDo],
    ],
  ])('of one who is %s the mail says so', async (who, said, unsaid) => {
    const text = await mailOf(people[who]);
    for (const part of said) expect(text).toContain(part);
    for (const part of unsaid) expect(text).not.toContain(part);
  });

  test('nothing is said of an instalment that the card is being charged for', async () => {
    expect(await mailOf(people.lost)).toBe('');
    expect(await letterOf(people.lost)).not.toContain('La cuota 1 de 3');
  });
});

test('a debit that is put off is named with its next day, and no SMS asks for the money', async () => {
  const next = addBusinessDays(todayOf(product), 0, holidays);
  expect(await mailOf(people.putOff)).toContain(
    `La vamos a debitar de tu tarjeta Visa terminada en 4905 ${next === todayOf(product) ? 'hoy' : `el ${formatDate(next)}`}.`,
  );
  // On a Sunday or a holiday the SMS waits.
  for (let days = 1; days <= 3 && (await smsOf(people.declined)).length === 0; days += 1) {
    await goTo(product, addDays(due, days - 3));
    await sendReminderSms(product.deps, day());
  }
  expect(await smsOf(people.putOff)).toEqual([]);
  expect(await smsOf(people.declined)).toHaveLength(1);
});
