import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packOf } from '../../../countries/index.ts';
import { formatMoney, fromUnits } from '../../../domain/money.ts';
import { changeControl } from '../../content/service.ts';
import { transaction } from '../../platform/database.ts';
import { consoleUrl } from '../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { holdTools } from '../holds/testing/holds.ts';
import { reviewsOf } from './testing/reviews.ts';

let product: TestProduct;
let holds: Awaited<ReturnType<typeof holdTools>>;
let at: Awaited<ReturnType<typeof reviewsOf>>;
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  at = await reviewsOf(product);
  holds = await holdTools(product);
});
afterAll(() => product.close());

const blurred = { photos: [{ kind: 'front_document', reason: 'blurred' }] };
const why = { reason_code: 'differs', reason: 'El apellido es otro' };

const called = (...[what, review, version, body]: Parameters<typeof at.decide>) => {
  const { key, options } = at.decide(what, review, version, body);
  return [key, options] as const;
};

describe('a loan that is held', () => {
  const country = 'UY';
  beforeAll(() => at.setPolicy('always', country));
  afterAll(() => at.setPolicy('never', country));

  test('a blurred photo is asked for again, the new one approved, and the payout leaves', async () => {
    const loan = await at.held(country);
    expect(await at.loanOf(loan)).toMatchObject({
      state_slug: 'send',
      arrival: null,
      identity: { state: 'review', photos: [] },
    });
    const confirmed = await at.mail(loan, 'Confirmaste tu préstamo');
    expect(confirmed.text).toContain('revisamos las fotos de tu documento');
    expect(confirmed.text).not.toContain('acredita');
    await at.step(loan);
    await at.step(loan);
    expect(await at.payoutOf(loan)).toEqual({
      state: 'planned',
      awaits_identity: true,
      loan: 'send',
      cancel_reason: '',
    });

    const { version, photos } = await at.seen(loan);
    expect(photos.map(({ kind }: { kind: string }) => kind)).toEqual([
      'avatar',
      'front_document',
      'back_document',
    ]);
    await at.audit.write(at.analyst, ...called('ask', loan.review, version, blurred));
    expect((await at.loanOf(loan)).identity).toEqual({
      state: 'photos',
      sentence: '',
      photos: [{ kind: 'front_document', sentence: 'Salió movida o borrosa y no se lee.', done: false }],
    });
    const asked = await at.mail(loan, 'movida o borrosa');
    expect(asked.text).toContain(`/fotos/${loan.loanId}`);

    // Another photo than the one that was asked for does not bring it back.
    await at.retake(loan, 'avatar');
    expect(await at.seen(loan)).toMatchObject({ state: 'asked' });
    await at.retake(loan);
    const back = await at.seen(loan);
    expect(back).toMatchObject({ state: 'waiting', version: version + 3 });
    expect(back.photos[1]).toMatchObject({ asked: 'Salió movida o borrosa y no se lee.' });
    expect(back.photos[1].earlier).toHaveLength(1);
    expect((await at.loanOf(loan)).identity).toMatchObject({ state: 'review' });

    await at.audit.write(at.analyst, ...called('approve', loan.review, back.version));
    expect(await at.loanOf(loan)).toMatchObject({ identity: null, arrival: { state: 'expected' } });
    expect((await at.mail(loan, 'Ya revisamos tus fotos')).subject).toBe('Confirmamos tu identidad');
    await at.step(loan);
    await at.step(loan);
    expect(await at.payoutOf(loan)).toMatchObject({ state: 'confirmed', loan: 'approved' });
  });

  test('approving what the lender keeps back for another reason promises no day', async () => {
    const { db, clock } = product.deps;
    const stop = (isStopped: boolean) =>
      transaction(db, (tx) => {
        const change = { isStopped, dailyCap: undefined, reason: 'Prueba', by: 'Tere' };
        return changeControl(tx, country, change, clock.now());
      });
    const [stopped, held] = [await at.held(country), await at.held(country)];
    await db
      .updateTable('payout')
      .set({ is_on_hold: true, hold_reason: 'Prueba' })
      .where('loan_id', '=', (eb) => eb.selectFrom('loan').select('id').where('public_id', '=', held.loanId))
      .execute();
    const approved = async (loan: typeof held) => {
      const { version } = await at.seen(loan);
      await at.audit.write(at.analyst, ...called('approve', loan.review, version));
      expect((await at.loanOf(loan)).arrival).toMatchObject({ state: 'waiting', date: '' });
      const { text } = await at.mail(loan, 'Ya revisamos tus fotos');
      expect(text).toContain('no podemos decirte el día');
      expect(text).not.toContain('Lo acreditamos');
    };
    await approved(held);
    await stop(true);
    await approved(stopped);
    await stop(false);
  });

  test('who is rejected is told why and owes nothing; of a fraud no more is told than of any other', async () => {
    const [wrong, false_, doubtful] = [
      await at.held(country),
      await at.held(country),
      await at.held(country),
    ];
    const write = async (what: 'reject' | 'fraud', loan: typeof wrong, body: object) =>
      at.audit.write(at.analyst, ...called(what, loan.review, (await at.seen(loan)).version, body));
    await write('reject', wrong, why);
    await write('fraud', false_, { reason_code: 'forged', reason: 'Foto pegada' });
    await write('reject', doubtful, { reason_code: 'unconfirmed', reason: 'No se parece' });
    const rejected = await at.loanOf(wrong);
    expect(rejected).toMatchObject({
      state_slug: 'canceled',
      arrival: null,
      identity: {
        state: 'rejected',
        sentence: 'Los datos de tu documento no coinciden con los que cargaste.',
      },
    });
    // The loan, not what of it would have been paid out.
    const requested = formatMoney(fromUnits(rejected.amount), packOf(country).currency);
    expect((await at.mail(wrong, 'quedó sin efecto')).text).toContain(`tu solicitud de ${requested} quedó`);
    const [one, two] = [
      await at.mail(false_, 'quedó sin efecto'),
      await at.mail(doubtful, 'quedó sin efecto'),
    ];
    // Amounts are each one's own.
    const alike = (text: string, { loanId }: typeof wrong) =>
      text.replaceAll(loanId, '').replaceAll(/[\d.,]+/g, '');
    expect(alike(one.text, false_)).toBe(alike(two.text, doubtful));
    expect(await at.payoutOf(false_)).toMatchObject({
      state: 'failed',
      loan: 'canceled',
      cancel_reason: 'identity',
    });
    // A fraud holds the person: they are logged out, and nothing says why (docs/decisions/0086-holds.md).
    expect((await false_.call('GET /api/v3/own-data/file')).status).toBe(401);
    const customer = await holds.idOf(false_);
    const [hold] = await holds.holdsOf(customer);
    expect(hold).toMatchObject({ reason: 'fraud', note: 'Foto pegada', placed_by: 'Andrés Análisis' });
    await holds.lift(hold.id);
    // As if the session had been opened after that.
    await product.deps.db
      .updateTable('session')
      .set({ revoked_at: null })
      .where('customer_id', '=', Number(customer))
      .execute();
    expect((await at.loanOf(false_)).identity).toEqual((await at.loanOf(doubtful)).identity);
    const own = JSON.stringify((await false_.call('GET /api/v3/own-data/file')).body);
    for (const word of ['fraud', 'forged', 'Foto pegada'])
      expect(own.toLowerCase()).not.toContain(word.toLowerCase());
    const sums = await product.deps.db
      .selectFrom('ledger_entry as e')
      .innerJoin('ledger_transaction as t', 't.id', 'e.transaction_id')
      .innerJoin('loan as l', 'l.id', 't.loan_id')
      .select((eb) => [eb.fn.sum('e.amount').as('sum'), 'e.account'])
      .where('l.public_id', '=', wrong.loanId)
      .groupBy('e.account')
      .execute();
    expect(sums.map(({ sum }) => Number(sum))).toEqual(sums.map(() => 0));

    // Once lifted, the next loan of who was marked waits whatever the policy, until somebody approves it.
    await at.setPolicy('never', country);
    const again = await at.confirm(false_);
    expect(await at.seen(again)).toMatchObject({ marked_before: true, loans_before: 1 });
    expect((await at.confirm(wrong)).review).toBe('');
    await at.setPolicy('always', country);
  });
});

describe('what is decided', () => {
  beforeAll(() => at.setPolicy('always'));
  afterAll(() => at.setPolicy('never'));

  test('is decided once, by who has seen what there is', async () => {
    const loan = await at.held();
    const { version } = await at.seen(loan);
    await at.retake(loan, 'back_document');
    const [key, stale] = called('approve', loan.review, version);
    const late = await at.analyst.call(key, stale);
    expect(late).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
    expect(late.body.message).toContain(
      'La persona que pide el préstamo subió otra foto mientras la mirabas',
    );
    const now = (await at.seen(loan)).version;
    const [, options] = called('approve', loan.review, now);
    const once = { ...options, headers: { 'idempotency-key': randomUUID() } };
    const [first, second] = [await at.analyst.call(key, once), await at.analyst.call(key, once)];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    const rows = (await at.audit.rows()).filter((row) => row.subject === `identity:${loan.review}`);
    expect(rows.filter(({ action }) => action === key)).toHaveLength(1);
    const other = await at.head.call(...called('reject', loan.review, now, why));
    expect(other.body.code).toBe('changed_meanwhile');
    expect(other.body.message).toMatch(/^\S.* aprobó esta identidad mientras la mirabas/);
    const settled = await at.head.call(...called('reject', loan.review, now + 1, why));
    expect(settled.body.code).toBe('identity_state');
    expect(await at.payoutOf(loan)).toMatchObject({ awaits_identity: false, loan: 'send' });
  });

  test('leaves the queue with a loan that its customer cancels', async () => {
    const loan = await at.held();
    const { version } = await at.seen(loan);
    const body = { auditOptionId: '1' };
    const canceled = await loan.call('POST /api/cancel_loan/front/{id}', {
      params: { id: loan.loanId },
      body,
    });
    expect(canceled.status).toBe(200);
    const answer = await at.analyst.call(...called('approve', loan.review, version));
    expect(answer.body.message).toContain('La persona que pide el préstamo canceló esta solicitud');
    expect((await at.analyst.call(...called('approve', loan.review, version + 1))).body.code).toBe(
      'identity_state',
    );
    expect(await at.payoutOf(loan)).toMatchObject({ loan: 'canceled', cancel_reason: 'customer' });
  });

  test('is decided by nobody whose role was taken away, or who may not see the country', async () => {
    const loan = await at.held();
    const { version } = await at.seen(loan);
    const { db } = product.deps;
    const set = (row: { roles?: string[]; countries?: string[] }) =>
      db.updateTable('staff_member').set(row).where('id', '=', Number(at.head.id)).execute();
    await set({ roles: ['auditor'] });
    expect((await at.head.call(...called('approve', loan.review, version))).body.code).toBe('permission');
    await set({ roles: ['head'], countries: ['UY'] });
    expect((await at.head.call(...called('approve', loan.review, version))).status).toBe(404);
    expect((await at.head.call('GET /api/staff/identity/{id}', { params: { id: loan.review } })).status).toBe(
      404,
    );
    await set({ countries: ['AR', 'UY'] });
    expect(await at.payoutOf(loan)).toMatchObject({ awaits_identity: true });
  });
});

test('every write left its row of the audit, without a name or a word that was typed', async () => {
  await at.setPolicy('always');
  const loan = await at.held();
  await at.audit.write(at.analyst, 'POST /api/staff/identity/next', { body: { held: [] } });
  await at.audit.write(at.analyst, 'POST /api/staff/identity/{id}/release', { params: { id: loan.review } });
  expect(at.audit.left('/api/staff/identity')).toEqual([]);
  const rows = JSON.stringify(
    (await at.audit.rows())
      .filter(({ subject }) => subject.startsWith('identity'))
      .map(({ before, after }) => [before, after]),
  );
  for (const word of ['Pérez', loan.documentNumber, '1990']) expect(rows).not.toContain(word);
});
