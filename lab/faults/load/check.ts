import { openDatabase } from '../../../src/server/platform/database.ts';
import { brokenRules } from '../../../src/server/testing/simulation/product/read.ts';
import type { FakeBank } from '../../../src/server/integrations/payouts/testing/fake-bank.ts';
import { base } from '../../bench/portfolio.ts';
import { first } from '../../bench/statements.ts';
import { urlOf, superuserPassword, type Cluster } from '../cluster/cluster.ts';
import { comesTrue } from '../system/run.ts';
import { compare, type Books, type Compared, type Wish } from './journal.ts';

export interface Checked extends Compared {
  /** Violated ledger invariants, with their counts. */
  readonly broken: readonly string[];
  /** Bank transfers without a row, or for a cancelled loan. */
  readonly paidTwice: readonly string[];
  /** Payouts without a final state. */
  readonly open: number;
}

const openPayouts = `select count(*)::int as count from payout
  where state in ('planned', 'sent', 'unknown') and loan_id >= ${first.loan}`;

/** True if every payout ended in time. */
export function payoutsEnd(cluster: Cluster, database: string, limitMs: number): Promise<boolean> {
  return comesTrue(async () => (await countOf(cluster, database, openPayouts)) === 0, limitMs, 1_000);
}

async function countOf(cluster: Cluster, database: string, statement: string): Promise<number> {
  const { rows } = await cluster.admin((client) => client.query<{ count: number }>(statement), database);
  return rows[0]?.count ?? 0;
}

/** Compares acknowledged requests, the ledger and the payouts with the database and the bank. */
export async function check(
  cluster: Cluster,
  database: string,
  wishes: readonly Wish[],
  bank: FakeBank,
): Promise<Checked> {
  const [books, broken, references] = [
    await booksOf(cluster, database),
    await brokenIn(database),
    await referencesOf(cluster, database),
  ];
  return {
    ...compare(wishes, books),
    broken: Object.entries(broken).map(([rule, count]) => `${rule}: ${count}`),
    paidTwice: [...bank.transfers.keys()].filter((reference) => !references.has(reference)),
    open: await countOf(cluster, database, openPayouts),
  };
}

async function booksOf(cluster: Cluster, database: string): Promise<Books> {
  return cluster.admin(async (client) => {
    const loans = await client.query<{ who: number; ids: string[] }>(
      `select (customer_id - $1)::int as who, array_agg(public_id) as ids from loan
       where customer_id > $1 + 1 and customer_id < $2 and state <> 'canceled' group by 1`,
      [first.customer, first.offer],
    );
    const payments = await client.query<{ who: number; count: number }>(
      `select (loan_id - $1)::int as who, count(*)::int as count from payment
       where loan_id > $1 and loan_id < $2 and source <> 'portfolio' group by 1`,
      [base, first.customer],
    );
    return {
      loans: new Map(loans.rows.map(({ who, ids }) => [who, ids])),
      payments: new Map(payments.rows.map(({ who, count }) => [who, count])),
    };
  }, database);
}

async function brokenIn(name: string): Promise<Readonly<Record<string, number>>> {
  const database = openDatabase(urlOf('postgres', superuserPassword, name), 2, 60);
  try {
    return await brokenRules(database.db);
  } finally {
    await database.close();
  }
}

/** References of payouts whose money has left or may have. */
async function referencesOf(cluster: Cluster, database: string): Promise<ReadonlySet<string>> {
  const { rows } = await cluster.admin(
    (client) =>
      client.query<{ reference: string }>(
        `select reference from payout where state in ('sent', 'unknown', 'confirmed')`,
      ),
    database,
  );
  return new Set(rows.map(({ reference }) => reference));
}
