import { sql } from 'kysely';
import type { CollectedLine, CollectionNetwork, MoneyLine } from '../../../integrations/collection/port.ts';
import type { Queryable } from '../../../platform/database.ts';
import { referenceInBarcode } from '../coupons/coupon-barcode.ts';
import { methodOf } from '../methods.ts';

/**
 * Groups lines that depend on each other, each group in file order. Lines are linked by the network's payment
 * number and by the customer, because credit moves between loans.
 */
export async function linkedLines(
  db: Queryable,
  network: Pick<CollectionNetwork, 'country' | 'source'>,
  lines: readonly CollectedLine[],
): Promise<CollectedLine[][]> {
  const money = lines.filter((line) => line.kind !== 'unread');
  const references = new Map(money.map((line) => [line, referencesIn(network, line)]));
  const [byReference, byReport] = [
    await customersByReference(db, Array.from(references.values()).flat()),
    await customersByReport(
      db,
      network.source,
      money.map(({ reportId }) => reportId),
    ),
  ];
  const groups = new Groups<CollectedLine>();
  for (const line of lines) {
    if (line.kind === 'unread') groups.add(line, [`line ${line.line}`]);
    else {
      const customers = [
        byReport.get(line.reportId),
        ...(references.get(line) ?? []).map((reference) => byReference.get(reference)),
      ].filter((customer) => customer !== undefined);
      groups.add(line, [`report ${line.reportId}`, ...customers.map((customer) => `customer ${customer}`)]);
    }
  }
  return groups.all();
}

/** All references that the line may be booked with. */
function referencesIn({ country, source }: Pick<CollectionNetwork, 'country' | 'source'>, line: MoneyLine) {
  const method = methodOf(country, source);
  const scanned =
    line.barcode !== '' && method?.kind === 'coupon'
      ? referenceInBarcode(method.barcode, line.barcode)
      : undefined;
  const written = Array.from(line.text.matchAll(/(?<!\d)\d{14}(?!\d)/g), ([digits]) => digits);
  return [line.reference, scanned ?? '', ...written].filter((reference) => reference !== '');
}

async function customersByReference(db: Queryable, references: readonly string[]) {
  const { rows } = await sql<{ name: string; customer: number }>`
    select q.reference as name, l.customer_id as customer from payment_request q join loan l on l.id = q.loan_id
    where q.reference = any(${[...references]}::text[])
  `.execute(db);
  return new Map(rows.map(({ name, customer }) => [name, customer]));
}

async function customersByReport(db: Queryable, source: string, reportIds: readonly string[]) {
  const { rows } = await sql<{ name: string; customer: number }>`
    select r.report_id as name, l.customer_id as customer
    from payment_report r join payment p on p.id = r.payment_id join loan l on l.id = p.loan_id
    where r.source = ${source} and r.report_id = any(${[...reportIds]}::text[])
  `.execute(db);
  return new Map(rows.map(({ name, customer }) => [name, customer]));
}

/** Union-find: items that share a key, directly or through others, form one group. */
class Groups<Thing> {
  readonly #parents = new Map<string, string>();
  readonly #things: { readonly thing: Thing; readonly key: string }[] = [];

  add(thing: Thing, [first = '', ...others]: readonly string[]): void {
    for (const other of others) this.#parents.set(this.#rootOf(first), this.#rootOf(other));
    this.#things.push({ thing, key: first });
  }

  all(): Thing[][] {
    const groups = new Map<string, Thing[]>();
    for (const { thing, key } of this.#things) {
      const root = this.#rootOf(key);
      const group = groups.get(root);
      if (group) group.push(thing);
      else groups.set(root, [thing]);
    }
    return [...groups.values()];
  }

  #rootOf(key: string): string {
    let root = key;
    for (let parent = this.#parents.get(root); parent !== undefined && parent !== root;) {
      root = parent;
      parent = this.#parents.get(root);
    }
    return root;
  }
}
