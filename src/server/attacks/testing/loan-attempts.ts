import { localDate } from '../../../countries/local-time.ts';
import { addDays } from '../../../domain/calendar-date.ts';
import { behindTheBack } from '../../operations/seals/testing/behind-the-back.ts';
import { borrower } from '../../servicing/payments/testing/borrower.ts';
import { collectInvoices } from '../../servicing/invoices/collect.ts';
import { writePoints } from '../../servicing/invoices/testing/points.ts';
import { signInAs } from '../../staff/testing/console.ts';
import { country, type Attempt, type Lone } from './lone.ts';

/** Loan more than 180 days late. */
export async function lateLoan({ product, tools }: Lone) {
  const one = await borrower(product, country, 3);
  const { db } = product.deps;
  await behindTheBack(
    db,
    'instalment',
    `update instalment set due_date = due_date - 250 where loan_id = ${one.loanId}`,
  );
  await behindTheBack(
    db,
    'loan',
    `update loan set interest_from = interest_from - 250 where id = ${one.loanId}`,
  );
  const ask = async (what: 'write-off' | 'write-off/undo', body: object) => {
    const [{ books }, params] = [await tools.target(one), { id: String(one.loanId) }];
    return () =>
      tools.treasury.call(`POST /api/staff/money/loans/{id}/${what}`, { params, version: books, body });
  };
  const file = await tools.evidence(country);
  const because = { reason_code: 'not-collectable', reason: 'No responde hace meses' };
  return { ask, writeOff: await ask('write-off', { file, ...because }) };
}

export async function undoWriteOff(lone: Lone): Promise<Attempt> {
  const { ask, writeOff } = await lateLoan(lone);
  const asked = await writeOff();
  await lone.tools.approve(lone.tools.accounting, asked.body.approval);
  return ask('write-off/undo', { reason_code: 'by-mistake', reason: 'Era otro préstamo' });
}

export async function undoChange({ product, tools }: Lone): Promise<Attempt> {
  const one = await borrower(product, country, 3);
  const collector = await signInAs(product, 'collector');
  await collector.call('POST /api/staff/step-up/sandbox', { body: {} });
  const params = { id: String(one.loanId) };
  const versionOf = async () =>
    (await collector.call('GET /api/staff/loans/{id}/changes', { params })).body.result;
  const today = localDate(product.deps.clock.now(), country);
  await collector.call('POST /api/staff/loans/{id}/changes', {
    params,
    version: (await versionOf()).version,
    body: {
      change: { kind: 'pause', from: addDays(today, 1), to: addDays(today, 2) },
      reason_code: 'asked',
      reason: 'Lo pidió',
    },
  });
  const { version, actions } = await versionOf();
  return () =>
    tools.head.call('POST /api/staff/loans/{id}/changes/{action}/undo', {
      params: { ...params, action: actions[0].id },
      version,
      body: { reason_code: 'our-error', reason: 'Era otro préstamo' },
    });
}

/** A refused credit note: nothing that it could correct exists. */
export async function settleInvoice({ product, tools }: Lone): Promise<Attempt> {
  const { loanId } = await borrower(product, country, 3);
  const { db, clock } = product.deps;
  const taxDate = localDate(clock.now(), country);
  await writePoints(db, country, [{ loanId, instalment: 1, base: -5_000, taxDate }]);
  const terms = { taxRate: '0.21', backdatedDays: 10, since: null };
  while ((await collectInvoices(product.deps, country, terms)) !== 0);
  const { id, version } = await db
    .selectFrom('invoice')
    .select(['id', 'version'])
    .where('loan_id', '=', loanId)
    .executeTakeFirstOrThrow();
  const file = await tools.evidence(country);
  return () =>
    tools.treasury.call('POST /api/staff/invoices/{id}/settle', {
      params: { id: String(id) },
      version,
      body: { file, reason_code: 'not-due', reason: 'No corresponde' },
    });
}
