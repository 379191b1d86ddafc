import { expect } from 'vitest';
import { localDate } from '../../../countries/local-time.ts';
import { addDays } from '../../../domain/calendar-date.ts';
import type { StaffCall } from '../../../contract/rows/staff-rows.ts';
import { COLLECTION_LAYOUTS } from '../../integrations/collection/layouts.ts';
import { writeCollectionFile } from '../../integrations/collection/testing/write-file.ts';
import { decidePayout } from '../../integrations/payouts/sandbox.ts';
import { watchResolution } from '../../loans/manual-resolutions/service.ts';
import { PAYOUTS } from '../../loans/service.ts';
import { auditCountry } from '../../operations/loan-audit/service.ts';
import { behindTheBack } from '../../operations/seals/testing/behind-the-back.ts';
import { addPartner } from '../../partners/testing/partner-tools.ts';
import { borrower } from '../../servicing/payments/testing/borrower.ts';
import { cash } from '../../servicing/payments/testing/credit-tools.ts';
import { why } from '../../servicing/payments/testing/money-tools.ts';
import { withdrawalsOf } from '../../servicing/withdrawals/testing/withdrawals.ts';
import { sendFile } from '../../staff/testing/evidence.ts';
import { signUpAndVerify } from '../../testing/journey.ts';
import { lateLoan, settleInvoice, undoChange, undoWriteOff } from './loan-attempts.ts';
import { country, hundred, idOf, type Attempt, type Lone } from './lone.ts';

/** Country whose payouts can be stopped: no other test needs them. */
const idle = 'UY';

async function manualPayment({ product, tools }: Lone): Promise<Attempt> {
  const one = await borrower(product, country, 3);
  const [file, { books }] = [await tools.evidence(country), await tools.target(one)];
  return (time) =>
    tools.treasury.call('POST /api/staff/money/payments', {
      version: books,
      body: {
        country,
        loan: String(one.loanId),
        source: cash[country],
        bank_reference: `CIEN-${time}`,
        amount: 10,
        paid_on: localDate(product.deps.clock.now(), 'AR'),
        file,
        ...why,
      },
    });
}

async function reversal({ product, tools }: Lone): Promise<Attempt> {
  const one = await borrower(product, country, 3);
  await one.payOff();
  const file = await tools.evidence(country);
  const { result } = (await tools.treasury.call('GET /api/staff/money/payments', { query: { country } }))
    .body;
  const paid = result.find(({ loan }: { loan: string }) => loan === String(one.loanId));
  return () =>
    tools.treasury.call('POST /api/staff/money/payments/{id}/reverse', {
      params: { id: paid.id },
      version: paid.books,
      body: { file, reason_code: 'charged-back', reason: 'El banco la rechazó' },
    });
}

async function returnToPayer({ tools }: Lone): Promise<Attempt> {
  const file = await tools.evidence(country);
  const waiting: string[] = [];
  for (let time = 0; time < hundred; time += 1) waiting.push(await tools.waitingMoney(country, 10));
  return (time) =>
    tools.treasury.call('POST /api/staff/money/unmatched/{id}/return', {
      params: { id: waiting[time] ?? '' },
      version: 1,
      body: { bank_reference: `VUELVE-${time}`, file, reason_code: 'not-ours', reason: 'No es de nadie' },
    });
}

async function refund({ refunds }: Lone): Promise<Attempt> {
  const { one, account } = await refunds.withCredit(country);
  return () => refunds.ask(one, account, 1);
}

/** Requests to settle a payout of unknown outcome as not paid. */
async function askToSettle({ tools, orders }: Lone, by = tools.treasury) {
  const made = await orders.unknownOrder(country);
  const file = await orders.receiptOf(by, country);
  const { version, answers } = await made.order();
  const ask = () =>
    by.call('POST /api/staff/pay-outs/{id}/settle', {
      params: { id: made.loanId },
      version,
      body: {
        outcome: 'not-paid',
        receipt_code: '',
        file,
        answer: answers[0].id,
        reason_code: 'statement',
        reason: 'Según el banco',
      },
    });
  return { made, ask };
}

const settlePayout = async (lone: Lone): Promise<Attempt> => (await askToSettle(lone)).ask;

/** Control of the country, about which an earlier attempt may have left a request. */
async function controlOf({ product, tools }: Lone): Promise<{ version: number }> {
  await product.deps.db
    .updateTable('staff_approval')
    .set({ state: 'withdrawn', decided_at: product.deps.clock.now() })
    .where('subject', '=', `pay-outs:${idle}`)
    .where('state', '=', 'pending')
    .execute();
  const { body } = await tools.treasury.call('GET /api/staff/pay-outs', { query: { country: idle } });
  return body.controls.find((each: { country: string }) => each.country === idle);
}

async function cap(lone: Lone): Promise<Attempt> {
  const { tools } = lone;
  const { version } = await controlOf(lone);
  return (time) =>
    tools.treasury.call('POST /api/staff/pay-outs/controls/{country}/cap', {
      params: { country: idle },
      version,
      body: { daily_cap: 1_000_000 + time, reason_code: 'funds', reason: 'Hay fondos' },
    });
}

async function resume(lone: Lone): Promise<Attempt> {
  const { tools } = lone;
  const stopped = await tools.treasury.call('POST /api/staff/pay-outs/controls/{country}/stop', {
    params: { country: idle },
    version: (await controlOf(lone)).version,
    body: { reason_code: 'provider', reason: 'No responde' },
  });
  expect(stopped.status).toBe(200);
  const { version } = await controlOf(lone);
  return () =>
    tools.treasury.call('POST /api/staff/pay-outs/controls/{country}/resume', {
      params: { country: idle },
      version,
      body: { reason_code: 'solved', reason: 'Ya responde' },
    });
}

async function cancellation({ product, agent }: Lone, what: 'accept' | 'refuse'): Promise<Attempt> {
  const one = await borrower(product, country, 3);
  const asked = await one.person.call('POST /api/v3/cancellation', {
    body: {
      cancellationReasonId: 5,
      cancellationReasonSlug: 'other',
      documentNumber: one.documentNumber,
      otherReason: 'Me arrepentí',
    },
  });
  expect(asked.status).toBe(200);
  const request = await product.deps.db
    .selectFrom('cancellation_request')
    .select(['id', 'version'])
    .where('loan_id', '=', one.loanId)
    .executeTakeFirstOrThrow();
  return () =>
    agent.call(`POST /api/staff/requests/cancellation/{id}/${what}`, {
      params: { id: String(request.id) },
      version: request.version,
      body: REASONS[what],
    });
}

async function correction(lone: Lone, what: 'name' | 'email' | 'phone'): Promise<Attempt> {
  const { product, agent } = lone;
  const one = await borrower(product, country, 3);
  const params = { id: await idOf(lone.product, one) };
  const { version } = (await agent.call('GET /api/staff/customers/{id}', { params })).body.result;
  return (time) =>
    agent.call(`POST /api/staff/customers/{id}/${what}`, {
      params,
      version,
      body: {
        ...(what === 'name' ? { first_name: 'Eva', last_name: 'Otra' } : {}),
        ...(what === 'email' ? { email: `ladron-${time}@example.org` } : {}),
        ...(what === 'phone' ? { cellphone: `11449988${10 + (time % 90)}` } : {}),
        reason_code: 'customer_asks',
        reason: 'Lo pidió',
      },
    });
}

async function setting({ analyst, administrator }: Lone, call: 'money' | 'guarded'): Promise<Attempt> {
  const [by, name, value] =
    call === 'money'
      ? ([analyst, 'payment-methods', 'bank-transfer'] as const)
      : ([administrator, 'whatsapp-support', '5491144998877'] as const);
  const { result } = (await by.call('GET /api/staff/settings', { query: { country } })).body;
  const { version } = result.find((each: { name: string }) => each.name === name);
  return () =>
    by.call(`POST /api/staff/${call}-settings/{country}/{name}`, {
      params: { country, name },
      version,
      body: { value, reason_code: 'business', reason: 'Lo decidió la dirección' },
    });
}

async function access({ agent, administrator }: Lone): Promise<Attempt> {
  const { result } = (await administrator.call('GET /api/staff/people')).body;
  const { version } = result.find((each: { id: string }) => each.id === agent.id);
  return () =>
    administrator.call('POST /api/staff/people/{id}/access', {
      params: { id: agent.id },
      version,
      body: { roles: ['head'], countries: ['AR', 'UY'], reason_code: 'joined', reason: 'Ahora es jefa' },
    });
}

async function partnerKey({ administrator, product }: Lone): Promise<Attempt> {
  const partner = await addPartner(product, administrator, country);
  return (time) =>
    administrator.call('POST /api/staff/integrations/partners/{id}/keys', {
      params: { id: partner },
      version: 0,
      body: {
        name: `Clave ${time}`,
        scopes: ['events.read'],
        hourly_limit: 100,
        days: 30,
        reason: 'Para probar',
      },
    });
}

async function settlementFile({ product, tools }: Lone): Promise<Attempt> {
  const one = await borrower(product, country, 3);
  const { hash } = (await one.ask([1], cash[country])).body.result;
  const { result } = (await product.call('GET /api/v3/coupon/{hash}', { params: { hash } })).body;
  const network = 'rapipago';
  const paidOn = localDate(product.deps.clock.now(), country);
  return (time) => {
    const line = {
      paidOn,
      reportId: `6${String(time).padStart(13, '0')}`,
      amount: 100,
      barcode: result.barcode,
      reference: result.reference,
      text: '',
    };
    const bytes = Buffer.from(writeCollectionFile(COLLECTION_LAYOUTS[network]!, paidOn, [line]));
    const query = { network, name: `parte-${time}.txt` };
    return sendFile(product, tools.treasury, 'POST /api/staff/money/files', { bytes, query });
  };
}

async function settleRefund({ tools, refunds }: Lone): Promise<Attempt> {
  const { id } = await refunds.unknownRefund(country);
  const file = await tools.evidence(country);
  const { version, answer } = await refunds.shown(id);
  return () =>
    tools.treasury.call('POST /api/staff/money/refunds/{id}/settle', {
      params: { id: String(id) },
      version,
      body: {
        outcome: 'not-paid',
        file,
        answer: answer.id,
        reason_code: 'statement',
        reason: 'Lo dice el extracto',
      },
    });
}

async function waiveMembership({ unpaid, tools }: Lone): Promise<Attempt> {
  const { result } = (await tools.treasury.call('GET /api/staff/money/memberships', { query: { country } }))
    .body;
  const debt = result.find(({ loan }: { loan: string }) => loan === String(unpaid.loanId));
  return () =>
    tools.treasury.call('POST /api/staff/money/memberships/{id}/waive', {
      params: { id: debt.loan },
      version: debt.books,
      body: { reason_code: 'courtesy', reason: 'No usó los beneficios' },
    });
}

async function waiveContradiction({ product, tools }: Lone): Promise<Attempt> {
  const one = await borrower(product, country, 3);
  const { deps } = product;
  const finished = `update loan set state = 'finished', finished_at = now() where id = ${one.loanId}`;
  await behindTheBack(deps.db, 'loan', finished);
  await auditCountry(deps, country, { day: localDate(deps.clock.now(), country), turnDays: 30 });
  const { result } = (
    await tools.treasury.call('GET /api/staff/operation/contradictions', { query: { country } })
  ).body;
  const row = result.find(({ loan }: { loan: string }) => loan === one.publicId);
  return () =>
    tools.treasury.call('POST /api/staff/operation/contradictions/{id}/waive', {
      params: { id: row.id },
      version: row.version,
      body: {
        amount: row.owed,
        day: row.owed_on,
        reason_code: 'certificate-given',
        reason: 'Tiene su libre deuda',
      },
    });
}

async function resolveOrder(lone: Lone): Promise<Attempt> {
  const { product, tools, orders } = lone;
  const { made, ask } = await askToSettle(lone, tools.head);
  expect((await tools.approve(tools.treasury, (await ask()).body.approval)).status).toBe(200);
  const [order] = await made.orders();
  await decidePayout(product.deps.db, order?.reference ?? '', 'completed');
  await watchResolution(product.deps, PAYOUTS, made.id);
  const file = await orders.receiptOf(tools.treasury, country);
  const { result } = (
    await tools.treasury.call('GET /api/staff/operation/order-contradictions', { query: { country } })
  ).body;
  const row = result.find(({ loan }: { loan: string }) => loan === made.loanId);
  return () =>
    tools.treasury.call('POST /api/staff/operation/order-contradictions/{id}/resolve', {
      params: { id: row.id },
      version: row.version,
      body: { outcome: 'paid', file, reason_code: 'provider-word', reason: 'Lo dice el banco' },
    });
}

async function aboveCap(lone: Lone): Promise<Attempt> {
  const { tools, orders } = lone;
  const made = await orders.confirmed(idle);
  await made.advance('ok');
  const { version } = await controlOf(lone);
  const asked = await tools.treasury.call('POST /api/staff/pay-outs/controls/{country}/cap', {
    params: { country: idle },
    version,
    body: { daily_cap: 1, reason_code: 'funds', reason: 'No hay fondos' },
  });
  expect((await tools.approve(tools.head, asked.body.approval)).status).toBe(200);
  await made.step();
  const order = await made.order();
  return () =>
    tools.treasury.call('POST /api/staff/pay-outs/{id}/above-cap', {
      params: { id: made.loanId },
      version: order.version,
      body: { reason_code: 'checked', reason: 'Lo pidió el banco' },
    });
}

/** Reasons for deciding a borrower's request. */
const REASONS = {
  accept: { reason_code: 'entitled', reason: 'Lo pidió en término' },
  refuse: { reason_code: 'not-entitled', reason: 'El plazo ya terminó' },
} as const;

async function decision(
  { product, agent }: Lone,
  kind: 'withdrawal' | 'erasure',
  what: 'accept' | 'refuse',
): Promise<Attempt> {
  const made = kind === 'erasure' ? await borrower(product, country, 3) : undefined;
  const person = made?.person ?? (await signUpAndVerify(product, country));
  if (made) {
    // Requested while something is owed, it waits.
    expect((await person.call('POST /api/v3/own-data/erasure', { body: {} })).status).toBe(200);
    await made.payOff();
  } else {
    const withdrawals = withdrawalsOf(product);
    await withdrawals.loanOf(person);
    await withdrawals.request(person);
  }
  const customer = await idOf(product, person);
  const { result } = (await agent.call('GET /api/staff/requests', { query: { kind, country } })).body;
  const request = result.find((each: { customer: string }) => each.customer === customer);
  return () =>
    agent.call(`POST /api/staff/requests/${kind}/{id}/${what}`, {
      params: { id: request.id },
      version: request.version,
      body: REASONS[what],
    });
}

async function liftHold({ product, agent, analyst }: Lone): Promise<Attempt> {
  const params = { id: await idOf(product, await borrower(product, country, 3)) };
  const { version } = (await agent.call('GET /api/staff/customers/{id}', { params })).body.result;
  const held = await agent.call('POST /api/staff/customers/{id}/holds', {
    params,
    version,
    body: { reason_code: 'fraud', reason: 'Denuncia' },
  });
  expect(held.status).toBe(200);
  const { result } = (await analyst.call('GET /api/staff/customers/{id}/holds', { params })).body;
  return () =>
    analyst.call('POST /api/staff/holds/{id}/lift', {
      params: { id: result[0].id },
      version: result[0].version,
      body: { reason_code: 'error', reason: 'Era otra persona' },
    });
}

async function ofPerson(
  { administrator, agent }: Lone,
  call: 'enrolment' | 'own-record',
  more: object = {},
): Promise<Attempt> {
  const { result } = (await administrator.call('GET /api/staff/people')).body;
  const { version } = result.find((each: { id: string }) => each.id === agent.id);
  return () =>
    administrator.call(`POST /api/staff/people/{id}/${call}`, {
      params: { id: agent.id },
      version,
      body: { ...more, reason: 'Lo pidió' },
    });
}

async function holiday({ analyst, product }: Lone): Promise<Attempt> {
  const { body } = await analyst.call('GET /api/staff/dated-values', { query: { country } });
  const { version } = body.holidays[0];
  const today = localDate(product.deps.clock.now(), country);
  // Banks are closed on weekends anyhow.
  const isWorkday = (day: string) => ![0, 6].includes(new Date(day).getUTCDay());
  const date = [200, 201, 202].map((days) => addDays(today, days)).find(isWorkday);
  return () =>
    analyst.call('POST /api/staff/holidays/{country}', {
      params: { country },
      version,
      body: {
        changes: [{ date, closed: true, name: 'Asueto' }],
        reason_code: 'decree',
        reason: 'Decreto de hoy',
      },
    });
}

/** Calls without effect until a second person approves. */
export const ALONE_NOTHING = {
  'POST /api/staff/money/payments': manualPayment,
  'POST /api/staff/money/payments/{id}/reverse': reversal,
  'POST /api/staff/money/unmatched/{id}/return': returnToPayer,
  'POST /api/staff/money/credits/{id}/refund': refund,
  'POST /api/staff/pay-outs/{id}/settle': settlePayout,
  'POST /api/staff/pay-outs/{id}/above-cap': aboveCap,
  'POST /api/staff/pay-outs/controls/{country}/cap': cap,
  'POST /api/staff/pay-outs/controls/{country}/resume': resume,
  'POST /api/staff/requests/cancellation/{id}/accept': (lone: Lone) => cancellation(lone, 'accept'),
  'POST /api/staff/requests/cancellation/{id}/refuse': (lone: Lone) => cancellation(lone, 'refuse'),
  'POST /api/staff/customers/{id}/name': (lone: Lone) => correction(lone, 'name'),
  'POST /api/staff/customers/{id}/email': (lone: Lone) => correction(lone, 'email'),
  'POST /api/staff/customers/{id}/phone': (lone: Lone) => correction(lone, 'phone'),
  'POST /api/staff/money-settings/{country}/{name}': (lone: Lone) => setting(lone, 'money'),
  'POST /api/staff/guarded-settings/{country}/{name}': (lone: Lone) => setting(lone, 'guarded'),
  'POST /api/staff/people/{id}/access': access,
  'POST /api/staff/integrations/partners/{id}/keys': partnerKey,
  'POST /api/staff/money/files': settlementFile,
  'POST /api/staff/money/refunds/{id}/settle': settleRefund,
  'POST /api/staff/money/memberships/{id}/waive': waiveMembership,
  'POST /api/staff/money/loans/{id}/write-off': async (lone: Lone) => (await lateLoan(lone)).writeOff,
  'POST /api/staff/money/loans/{id}/write-off/undo': undoWriteOff,
  'POST /api/staff/invoices/{id}/settle': settleInvoice,
  'POST /api/staff/operation/contradictions/{id}/waive': waiveContradiction,
  'POST /api/staff/loans/{id}/changes/{action}/undo': undoChange,
  'POST /api/staff/operation/order-contradictions/{id}/resolve': resolveOrder,
  'POST /api/staff/requests/withdrawal/{id}/accept': (lone: Lone) => decision(lone, 'withdrawal', 'accept'),
  'POST /api/staff/requests/erasure/{id}/accept': (lone: Lone) => decision(lone, 'erasure', 'accept'),
  'POST /api/staff/requests/withdrawal/{id}/refuse': (lone: Lone) => decision(lone, 'withdrawal', 'refuse'),
  'POST /api/staff/requests/erasure/{id}/refuse': (lone: Lone) => decision(lone, 'erasure', 'refuse'),
  'POST /api/staff/holds/{id}/lift': liftHold,
  'POST /api/staff/holidays/{country}': holiday,
  'POST /api/staff/people/{id}/enrolment': (lone: Lone) => ofPerson(lone, 'enrolment'),
  'POST /api/staff/people/{id}/own-record': (lone: Lone) =>
    ofPerson(lone, 'own-record', { document_number: '30123456', cellphone: '', email: '' }),
} as const satisfies Partial<Record<StaffCall, (lone: Lone) => Promise<Attempt>>>;
