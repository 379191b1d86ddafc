// Measures a payment end to end: request by the customer, report by the network, allocation, ledger entry.
import { createLogger } from '../../src/server/platform/logger.ts';
import { parseConfig } from '../../src/server/platform/config.ts';
import { run } from '../../src/server/run.ts';
import { addressOf } from './applicants.ts';
import { fire, median, percentile, type Load } from './load.ts';
import type { Shot } from './wire.ts';
import { pgbench } from './pgbench.ts';
import { base, documentOf, publicIdOf } from './portfolio.ts';
import type { BenchDatabase } from './postgres.ts';
import { productSettings, type Started } from './processes.ts';
import { asScript, first, others, statementsOf, writesOf } from './statements.ts';
import type { Row } from './table.ts';

const instalments = 12;

/** Customer `n` of the portfolio requests to pay an instalment by transfer. */
export function paymentShot(n: number, number: number, total: number): Shot {
  const id = `${publicIdOf(n).slice(0, 8)}-${number}`;
  const asked = { payment_method: 'bank-transfer', installments: [{ id, number }], total };
  return {
    method: 'POST',
    path: '/api/v3/payment',
    headers: {
      'idempotency-key': `bench-payment-${n}-${number}`,
      // A new visitor each time.
      'x-forwarded-for': addressOf(n * instalments + number),
    },
    body: JSON.stringify({ document_type: 1, document_number: documentOf(n), ...asked }),
  };
}

/**
 * Requests payments loan by loan.
 * @param price of an instalment, currency units
 */
export function askPayments(loans: number, price: number): Pick<Load, 'next' | 'andThen'> {
  // Seven of ten customers have paid the first instalment, so payments begin with the second. The first loan paid its
  // second one when the writes were recorded.
  let count = 1;
  const next = () => {
    count += 1;
    const number = 2 + Math.floor(count / loans);
    return number > instalments ? undefined : paymentShot(1 + (count % loans), number, price);
  };
  return { next, andThen: settlementOf };
}

/** Network report for the payment in `answer`. */
export function settlementOf(answer: string): Shot {
  const { hash } = (JSON.parse(answer) as { result: { hash: string } }).result;
  return { method: 'POST', path: `/sandbox/payments/${hash}/settle`, body: '{}' };
}

export interface PaymentsBench {
  readonly database: BenchDatabase;
  readonly product: Started;
  /** Number of loans in the portfolio. */
  readonly loans: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly clients: number;
}

/** Measures payments a second, in turns with pgbench making the same writes. */
export async function measurePayments(bench: PaymentsBench): Promise<Row> {
  const { database, product, clients, seconds } = bench;
  const price = await monthlyPrice(database);
  const script = await writesOfOne(database, price, bench.loans);
  const load = { port: product.port, clients, ...askPayments(bench.loans, price) };
  await fire({ ...load, seconds: 2 });
  const rounds = [];
  const directs: number[] = [];
  for (let round = 0; round < bench.rounds; round += 1) {
    const before = product.processorMs() ?? 0;
    const { times, perSecond } = await fire({ ...load, seconds });
    rounds.push({ times, perSecond, cpu: ((product.processorMs() ?? 0) - before) / times.length });
    const tps = await pgbench(database, script, { clients, seconds, mode: 'simple' });
    if (tps !== undefined) directs.push(tps);
  }
  return {
    measure: 'Payments, request to booking',
    product: median(rounds.map(({ perSecond }) => perSecond)),
    direct: directs.length > 0 ? median(directs) : 'not installed',
    p50: median(rounds.map(({ times }) => percentile(times, 0.5))),
    p99: median(rounds.map(({ times }) => percentile(times, 0.99))),
    cpu: median(rounds.map(({ cpu }) => cpu)) || undefined,
    aim: 'compared with pgbench',
    isMet: true,
  };
}

/** Instalment amount, currency units. All instalments of a plan but the last are equal. */
export async function monthlyPrice({ fill }: Pick<BenchDatabase, 'fill'>): Promise<number> {
  const { rows } = await fill(
    'select interest + tax + principal + fee + fee_tax as amount from instalment where loan_id = $1 and number = 2',
    [base + 1],
  );
  return Number((rows[0] as { amount: string }).amount) / 100;
}

/** Pays one instalment within this process and returns its writes as a pgbench script, which pays the loan `last`. */
async function writesOfOne(database: BenchDatabase, price: number, last: number): Promise<string> {
  const { fill } = database;
  await fill(`alter sequence payment_request_id_seq restart with ${first.request}`);
  await fill(`alter sequence payment_id_seq restart with ${first.payment}`);
  const config = parseConfig({ ...productSettings(database.url, database.dataDir), LOG_LEVEL: 'silent' });
  const product = await run(config, database.url, createLogger('silent'), '/nowhere');
  const send = async ({ method, path, headers, body }: Shot) => {
    const answer = await fetch(`http://127.0.0.1:${product.port}${path}`, {
      method,
      headers: { ...headers, 'x-forwarded-host': 'ar.localhost', 'content-type': 'application/json' },
      body: body ?? null,
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.text();
  };
  try {
    let hash = '';
    const statements = await statementsOf(async () => {
      const answer = await send(paymentShot(1, 2, price));
      ({ hash } = (JSON.parse(answer) as { result: { hash: string } }).result);
      await send(settlementOf(answer));
    });
    const names = { hash, ...(await namesOf(database)) };
    // Visitor counts are not part of a payment, and here all of pgbench would share one visitor's row.
    const writes = writesOf(statements, names)
      .filter(({ text }) => !text.includes('rate_count'))
      // The product ignores the id of the payment it creates; later statements of the script need it.
      .map((each) =>
        each.gives === 'requestId'
          ? { ...each, text: `${each.text} returning (select id from request) as id` }
          : each,
      )
      .map(asScript);
    await fill('create sequence bench_payment');
    await fill('grant all on sequence bench_payment to cuota');
    const own = ['hash', 'reference', 'publicId', 'key'].map((name) => `\\set ${name} :n`);
    return [
      "select nextval('bench_payment') as n \\gset",
      `\\set loanId ${base} + ${last}`,
      `\\set paymentId ${others.payment} + :n`,
      ...own,
      'begin;',
      ...writes,
      'commit;',
    ].join('\n');
  } finally {
    await product.stop();
  }
}

async function namesOf({ fill }: BenchDatabase): Promise<Record<string, string>> {
  const { rows } = await fill(
    `select r.reference, p.public_id from payment_request r, payment p where r.id = $1 and p.id = $2`,
    [first.request, first.payment],
  );
  const { reference, public_id } = rows[0] as { reference: string; public_id: string };
  return {
    reference,
    publicId: public_id,
    loanId: String(base + 1),
    requestId: String(first.request),
    paymentId: String(first.payment),
    key: 'bench-payment-1-2',
  };
}
