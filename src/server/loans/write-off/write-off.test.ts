import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { centavos } from '../../../domain/money.ts';
import { transaction } from '../../platform/database.ts';
import { auditedWrites } from '../../staff/testing/audited.ts';
import { consoleUrl, type StaffMember } from '../../staff/testing/console.ts';
import { todayOf } from '../../servicing/debits/testing/debtor.ts';
import { borrower, type Borrower } from '../../servicing/payments/testing/borrower.ts';
import { cents, creditTools } from '../../servicing/payments/testing/credit-tools.ts';
import { moneyTools } from '../../servicing/payments/testing/money-tools.ts';
import { startProduct, type TestAnswer, type TestProduct } from '../../testing/product.ts';
import { behindTheBack } from '../../operations/seals/testing/behind-the-back.ts';
import { contradictingSums } from '../../operations/loan-audit/sums.ts';
import { addDays } from '../../../domain/calendar-date.ts';
import { auditBooks, correctBooks, receivePayment, takeBack, writtenOf } from '../books/service.ts';
import { waiveDebt } from '../actions/service.ts';
import { loanBalance } from '../ledger/service.ts';
import { loansById } from '../service.ts';
import { canBeWrittenOff } from './service.ts';
import { loanStanding } from '../../../domain/standing/standing.ts';
import { movementsOf } from '../../servicing/statements/movements.ts';
import { ledgerOf } from '../../servicing/statements/queries.ts';

/**
 * docs/product/collections.md#write-off: the borrower's screens stay as they are, and the books follow the
 * money.
 */

let product: TestProduct;
let tools: Awaited<ReturnType<typeof moneyTools>>;
let credit: ReturnType<typeof creditTools>;
let audit: ReturnType<typeof auditedWrites>;
beforeAll(async () => {
  product = await startProduct({
    settings: { ROLE: 'api', CONSOLE_URL: consoleUrl, SESSION_IDLE_HOURS: '9000', SESSION_MAX_DAYS: '365' },
  });
  credit = creditTools(product);
  audit = auditedWrites(product);
}, 60_000);
// Sign-ins and new proofs outlive no clock that a test advances.
beforeEach(async () => {
  tools = await moneyTools(product);
});
afterAll(() => product.close());

const days = (count: number) => product.call('POST /sandbox/clock', { body: { advance: `P${count}D` } });

async function booksOf({ loanId }: Borrower): Promise<Record<string, number>> {
  const balance = await loanBalance(product.deps.db, loanId);
  return {
    receivable: balance.get('principal-receivable') ?? 0,
    lost: balance.get('written-off') ?? 0,
    recovered: 0 - (balance.get('recovery-income') ?? 0),
  };
}

/** The audit finds nothing, nor do its sums. */
async function expectAudited({ loanId, country }: Borrower): Promise<void> {
  const { db } = product.deps;
  const [loan] = await loansById(db, [loanId]);
  const written = await writtenOf(db, [loan!]);
  expect(auditBooks(loan!, written(loan!), todayOf(product, country))).toEqual([]);
  expect(await contradictingSums(db, country, { after: loanId - 1, upTo: loanId })).toEqual([]);
}

/** Everything that the borrower reads of the loan. */
async function seenBy(one: Borrower): Promise<object> {
  const owner = await credit.asOwner(one);
  const params = { id: one.publicId };
  const statement = await credit.statementOf(one);
  const file = (await product.raw(statement.files.csv, { country: one.country })).body;
  const seen = {
    balance: await credit.own(one),
    anybody: await one.balance(),
    loan: (await product.call('GET /api/v3/loan-new/{id}', { ...owner, params })).body,
    statement,
    file,
    quote: await credit.quoteOf(one),
  };
  // Signed addresses differ by the second.
  return JSON.parse(JSON.stringify(seen).replaceAll(/\?expires=[^"]+/g, '')) as object;
}

const WRITE_OFF = 'POST /api/staff/money/loans/{id}/write-off';
const UNDO = 'POST /api/staff/money/loans/{id}/write-off/undo';
const because = { reason_code: 'not-collectable', reason: 'No responde hace meses' };
const undoing = { reason_code: 'by-mistake', reason: 'Era otro préstamo' };

async function askWriteOff(
  one: Borrower,
  { by = tools.treasury, file, preview = false }: { by?: StaffMember; file?: string; preview?: boolean } = {},
): Promise<TestAnswer> {
  const { books } = await tools.target(one, by);
  return by.call(WRITE_OFF, {
    params: { id: String(one.loanId) },
    version: books,
    ...(preview ? { query: { preview: '1' } } : {}),
    body: { file: file ?? (await tools.evidence(one.country)), ...because },
  });
}

async function undoOptions(one: Borrower): Promise<object> {
  const { books } = await tools.target(one);
  return { params: { id: String(one.loanId) }, version: books, body: undoing };
}

const askUndo = async (one: Borrower) => tools.treasury.call(UNDO, await undoOptions(one));
const undo = async (one: Borrower) => byTwo(await audit.write(tools.treasury, UNDO, await undoOptions(one)));

async function byTwo(asked: TestAnswer): Promise<void> {
  expect(asked.body.outcome).toBe('pending_approval');
  expect((await tools.approve(tools.accounting, asked.body.approval)).body).toMatchObject({
    messages: ['Aprobado.'],
  });
}

async function writeOff(one: Borrower): Promise<void> {
  const { books } = await tools.target(one);
  const body = { file: await tools.evidence(one.country), ...because };
  const asked = await audit.write(tools.treasury, WRITE_OFF, {
    params: { id: String(one.loanId) },
    version: books,
    body,
  });
  await byTwo(asked);
}

let references = 0;
/** Money reported for the oldest instalments, with a value date some days ago. */
async function pay(one: Borrower, amount: number, daysAgo = 0): Promise<number> {
  references += 1;
  const { deps } = product;
  const reference = `wo-${references}`;
  await transaction(deps.db, (tx) =>
    receivePayment(tx, deps, {
      loanId: one.loanId,
      amount: centavos(amount),
      source: 'test',
      reference,
      valueDate: addDays(todayOf(product, one.country), -daysAgo),
    }),
  );
  const { id } = await deps.db
    .selectFrom('payment')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow();
  return id;
}

/** Centavos that pay the first instalment today. */
const firstOf = async (one: Borrower) => cents((await credit.own(one)).installments[0].amount);

class UndoneError extends Error {}

/** Statement and standing as a payment of today would leave them; nothing is kept. */
async function afterPayment(one: Borrower): Promise<object> {
  const { deps } = product;
  const amount = centavos(await firstOf(one));
  let seen = {};
  await transaction(deps.db, async (tx) => {
    const valueDate = todayOf(product, one.country);
    const { loanId } = one;
    await receivePayment(tx, deps, { loanId, amount, source: 'test', reference: 'rolled-back', valueDate });
    const [loan] = await loansById(tx, [loanId]);
    const { allocations: _ids, ...standing } = loanStanding(loan!.conditions, loan!.payments, valueDate);
    seen = { movements: movementsOf(await ledgerOf(tx, loanId), one.country, 0), standing };
    throw new UndoneError();
  }).catch((error: unknown) => {
    if (!(error instanceof UndoneError)) throw error;
  });
  return seen;
}

async function owedCapital(one: Borrower): Promise<number> {
  const { receivable = 0, lost = 0, recovered = 0 } = await booksOf(one);
  return receivable + lost - recovered;
}

describe.each(['AR', 'UY'] as const)('a write-off in %s', (country) => {
  let late: Borrower[];
  let paidOnce: Borrower;
  let withdrawn: Borrower;
  const next = (): Borrower => {
    const one = late.pop();
    if (!one) throw new Error('more borrowers are needed');
    return one;
  };

  beforeAll(async () => {
    await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
    late = [];
    for (let made = 0; made < 11; made += 1) late.push(await borrower(product, country, 3));
    paidOnce = await borrower(product, country, 3);
    const { body } = await paidOnce.ask([1], 'bank-transfer');
    await credit.drive(paidOnce, 'settle', body.result.hash);
    withdrawn = await borrower(product, country, 3);
    await withdrawn.person.call('POST /api/v3/withdrawal/own', {
      body: { kind: 'loan', loan_id: withdrawn.publicId },
    });
    await days(62 + 4 + 181);
  }, 120_000);

  test('it needs more than 180 days late, a file, two people, and is done once', async () => {
    const early = await borrower(product, country, 3);
    const one = next();
    expect((await askWriteOff(early)).body.code).toBe('write_off_early');
    const [loan] = await loansById(product.deps.db, [one.loanId]);
    const today = todayOf(product, country);
    const { daysLate } = loanStanding(loan!.conditions, loan!.payments, today);
    const isPossible = (leastDays: number) => canBeWrittenOff(loan!, today, leastDays);
    expect([isPossible(daysLate), isPossible(daysLate - 1)]).toEqual([false, true]);
    expect((await askWriteOff(one, { file: '999999' })).body.code).toBe('evidence_missing');
    expect((await askWriteOff(one, { by: tools.accounting, file: '1' })).body.code).toBe('permission');
    const capital = await owedCapital(one);
    const seen = await askWriteOff(one, { preview: true });
    expect(JSON.parse(seen.body.after).ledger).toHaveProperty('written-off');
    const asked = await askWriteOff(one);
    expect((await askWriteOff(one, { by: tools.head })).body.code).toBe('already_asked');
    expect((await tools.approve(tools.treasury, asked.body.approval)).status).not.toBe(200);
    expect(await booksOf(one)).toEqual({ receivable: capital, lost: 0, recovered: 0 });
    await byTwo(asked);
    expect(await booksOf(one)).toEqual({ receivable: 0, lost: capital, recovered: 0 });
    expect((await askWriteOff(one)).body.code).toBe('write_off_state');
    expect((await askUndo(early)).body.code).toBe('write_off_state');
    await expectAudited(one);
  });

  test('the borrower sees the same to the byte: before, after, and after a payment', async () => {
    const one = next();
    const [before, paid] = [await seenBy(one), await afterPayment(one)];
    await writeOff(one);
    expect(await seenBy(one)).toEqual(before);
    expect(await afterPayment(one)).toEqual(paid);
    await undo(one);
    expect(await seenBy(one)).toEqual(before);
    expect(await afterPayment(one)).toEqual(paid);
  });

  test('money that comes later is recovery up to the loss, and takes it back when reversed', async () => {
    const one = next();
    const capital = await owedCapital(one);
    await writeOff(one);
    // Default interest and interest first, which are income as ever.
    const paymentId = await pay(one, await firstOf(one));
    const { recovered = 0, ...rest } = await booksOf(one);
    expect(recovered).toBeGreaterThan(0);
    expect(rest).toEqual({ receivable: 0, lost: capital });
    expect((await askUndo(one)).body.code).toBe('write_off_recovered');
    await expectAudited(one);
    await transaction(product.deps.db, (tx) =>
      takeBack(tx, product.deps, {
        paymentId,
        source: 'test',
        reportId: `vuelve-${country}`,
        reason: 'charged-back',
        reversedOn: todayOf(product, country),
        keeps: centavos(0),
      }),
    );
    expect(await booksOf(one)).toEqual({ receivable: 0, lost: capital, recovered: 0 });
    await expectAudited(one);
    // Nothing is recovered any more, so it can be undone.
    await undo(one);
    expect(await booksOf(one)).toEqual({ receivable: capital, lost: 0, recovered: 0 });
    await expectAudited(one);
    await writeOff(one);
    expect(await booksOf(one)).toEqual({ receivable: 0, lost: capital, recovered: 0 });
  });

  test('a late report of a payment from before is recovery; its undoing is refused', async () => {
    const one = next();
    const capital = await owedCapital(one);
    await writeOff(one);
    await pay(one, await firstOf(one), 100);
    const { recovered = 0, lost, receivable } = await booksOf(one);
    expect(recovered).toBeGreaterThan(0);
    expect([lost, receivable]).toEqual([capital, 0]);
    expect((await askUndo(one)).body.code).toBe('write_off_recovered');
    await expectAudited(one);
  });

  test('a chargeback of a payment from before makes a receivable beside the loss', async () => {
    const one = paidOnce;
    const capital = await owedCapital(one);
    await writeOff(one);
    const { hash } = await product.deps.db
      .selectFrom('payment_request')
      .select('hash')
      .where('loan_id', '=', one.loanId)
      .executeTakeFirstOrThrow();
    await credit.drive(one, 'reverse', hash);
    const { receivable = 0, ...rest } = await booksOf(one);
    expect(receivable).toBeGreaterThan(0);
    expect(rest).toEqual({ lost: capital, recovered: 0 });
    await expectAudited(one);
  });

  test('closing the loan recovers all of it, with the certificate as for any loan', async () => {
    const one = next();
    const capital = await owedCapital(one);
    await writeOff(one);
    await credit.closeLoan(one);
    expect(await booksOf(one)).toEqual({ receivable: 0, lost: capital, recovered: capital });
    expect(await credit.own(one)).toMatchObject({ debtfree: true, total: 0 });
    const certificate = await product.call('POST /api/v3/debtfree', {
      ...(await credit.asOwner(one)),
      body: { document_type: 1, document_number: one.documentNumber },
    });
    expect(certificate.status).toBe(200);
    expect((await askUndo(one)).body.code).toBe('write_off_state');
    await expectAudited(one);
  });

  test('a withdrawal whose money turns out to have come in time undoes loan and loss', async () => {
    const one = withdrawn;
    const capital = await owedCapital(one);
    await writeOff(one);
    expect(await booksOf(one)).toEqual({ receivable: 0, lost: capital, recovered: 0 });
    await pay(one, capital, 62 + 4 + 181);
    expect(await booksOf(one)).toEqual({ receivable: 0, lost: 0, recovered: 0 });
    const [loan] = await loansById(product.deps.db, [one.loanId]);
    expect(loan?.state).toBe('canceled');
    expect((await askUndo(one)).body.code).toBe('write_off_state');
    await expectAudited(one);
  });

  test('an erasure waits for the debt, as without it; the customer’s file names the write-off', async () => {
    const one = next();
    await writeOff(one);
    const owner = await credit.asOwner(one);
    const erasure = await product.call('POST /api/v3/own-data/erasure', { ...owner, body: {} });
    expect(erasure.body.result).toMatchObject({ possible: false, reason: 'debt', state: 'waiting' });
    const file = await product.call('GET /api/v3/own-data/file', owner);
    expect(JSON.stringify(file.body)).toContain(because.reason);
    expect(JSON.stringify(file.body)).not.toContain('file_id');
  });

  test('waived capital is a loss once, and no recovery', async () => {
    const one = next();
    const capital = await owedCapital(one);
    await writeOff(one);
    const amount = centavos(await firstOf(one));
    await transaction(product.deps.db, (tx) =>
      waiveDebt(tx, product.deps, {
        loanId: one.loanId,
        amount,
        date: todayOf(product, country),
        reasonCode: 'agreed',
        reason: 'Acuerdo',
        requestedBy: 'Ana',
        approvedBy: 'Eva',
      }),
    );
    const waived = (await loanBalance(product.deps.db, one.loanId)).get('principal-waived') ?? 0;
    expect(waived).toBeGreaterThan(0);
    expect(await booksOf(one)).toEqual({ receivable: 0, lost: capital - waived, recovered: 0 });
    await expectAudited(one);
  });

  test('books that a program without write-offs wrote are corrected, without a message', async () => {
    const one = next();
    const capital = await owedCapital(one);
    await writeOff(one);
    await pay(one, await firstOf(one));
    const { recovered } = await booksOf(one);
    // As an ordinary payment: the receivable falls below zero, and nothing is recovered.
    await behindTheBack(
      product.deps.db,
      'ledger_entry',
      `update ledger_entry set account = 'principal-receivable' where account = 'recovery-income'
        and transaction_id = (select max(id) from ledger_transaction where loan_id = ${one.loanId})`,
    );
    expect(await booksOf(one)).toEqual({ receivable: -(recovered ?? 0), lost: capital, recovered: 0 });
    const mails = async () => (await credit.mailsOf(one, /./)).length;
    const before = await mails();
    await correctBooks(product.deps, one.loanId);
    expect(await booksOf(one)).toEqual({ receivable: 0, lost: capital, recovered });
    expect(await mails()).toBe(before);
    await expectAudited(one);
  });

  test('a payment meanwhile closes the request; two approvers do it once', async () => {
    const one = next();
    const stale = await askWriteOff(one);
    await pay(one, 10_000);
    expect((await tools.approve(tools.accounting, stale.body.approval)).body.code).toBe('changed_meanwhile');
    const asked = await askWriteOff(one);
    const both = await Promise.all([
      tools.approve(tools.accounting, asked.body.approval),
      tools.approve(tools.head, asked.body.approval),
      pay(one, 20_000),
    ]);
    const done = both.filter((each) => typeof each === 'object' && each.status === 200);
    expect(done.length).toBeLessThanOrEqual(1);
    const rows = await product.deps.db
      .selectFrom('loan_write_off')
      .select('id')
      .where('loan_id', '=', one.loanId)
      .execute();
    expect(rows).toHaveLength(done.length);
    await expectAudited(one);
  });
});

test('each of its writes leaves a row of the audit', () => {
  expect(audit.left('/write-off')).toEqual([]);
});
