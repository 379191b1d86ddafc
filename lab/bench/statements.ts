import pg from 'pg';

/** JSON form of a statement's value. */
type Value = string | number | boolean | null | readonly (string | number)[] | { readonly hex: string };

/** A statement of the product. `@name@` in a value marks what varies by loan. */
export interface Statement {
  readonly text: string;
  readonly name?: string | undefined;
  readonly values: readonly Value[];
  /** Name given to the id that it returns. */
  readonly gives?: Given;
}

export type Names = Record<string, string>;

/** Column that names a new row, and the statement that inserts it. */
const returned = {
  requestId: /insert into payment_request /,
} as const;
type Given = keyof typeof returned;

/** First id of each kind of row, far enough apart to tell the kind from the id. */
export const first = {
  customer: 700_000_000,
  offer: 710_000_000,
  account: 720_000_000,
  loan: 800_000_001,
  message: 900_000_001,
  request: 910_000_001,
  payment: 920_000_001,
};

/** First ids for rows written by pgbench or the bare server instead of the product. */
export const others = { loan: first.loan + 10_000_000, payment: first.payment + 10_000_000 };

const padded = (n: number) => String(n).padStart(8, '0');
export const tokenOf = (n: number) => `bench-token-${padded(n)}`;
export const offerHashOf = (n: number) => `bench-offer-${padded(n)}`;

/** Ids of an applicant's rows; public names are generated for the loan. */
export function facts(n: number): Names {
  return {
    customerId: String(first.customer + n),
    offerId: String(first.offer + n),
    accountId: String(first.account + n),
    loanId: String(others.loan + n),
    publicId: `bench-loan-${padded(n)}`,
    reference: `9${String(n).padStart(14, '0')}`,
    key: `bench-key-${padded(n)}`,
  };
}

/** Records every statement that this process sends to PostgreSQL while `act` runs. */
export async function statementsOf(act: () => Promise<unknown>): Promise<Statement[]> {
  const noted: Statement[] = [];
  // oxlint-disable-next-line typescript/unbound-method
  const original = pg.Client.prototype.query;
  pg.Client.prototype.query = function query(this: pg.Client, ...args: unknown[]) {
    const [given, values] = args as [string | { text: string; name?: string; values?: unknown[] }, unknown];
    const {
      text,
      name,
      values: own,
    } = typeof given === 'string' ? { text: given, name: undefined, values: undefined } : given;
    noted.push({ text, name, values: (own ?? (Array.isArray(values) ? values : [])).map(portable) });
    return Reflect.apply(original, this, args);
  } as typeof original;
  try {
    await act();
  } finally {
    pg.Client.prototype.query = original;
  }
  return noted;
}

function portable(value: unknown): Value {
  if (Buffer.isBuffer(value)) return { hex: value.toString('hex') };
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return JSON.stringify(value);
  return value as Value;
}

const writes = /\b(insert into|update)\b/i;

/** Replaces these ids and names in a statement's values by placeholders. */
export function withoutNames(statement: Statement, names: Names): Statement {
  const hide = <V extends string | number>(value: V): V | string => {
    let text = String(value);
    for (const [name, known] of Object.entries(names)) text = text.replaceAll(known, `@${name}@`);
    return text === String(value) ? value : text;
  };
  const hideIn = (value: Value): Value => {
    if (typeof value === 'string' || typeof value === 'number') return hide(value);
    return Array.isArray(value) ? (value as readonly (string | number)[]).map(hide) : value;
  };
  return { ...statement, values: statement.values.map(hideIn) };
}

/** Writes of one confirmation, with its ids and names replaced by placeholders. */
export function writesOf(statements: readonly Statement[], names: Names): Statement[] {
  return statements
    .filter(({ text }) => writes.test(text))
    .map((statement) => {
      const gives = (Object.keys(returned) as Given[]).find((name) => returned[name].test(statement.text));
      return { ...withoutNames(statement, names), ...(gives ? { gives } : {}) };
    });
}

const placeholder = /@(\w+)@/g;

/** True if the bare server names its statements too, so that PostgreSQL plans them once; `pg` does not by default. */
const isNamed = process.env['BENCH_BARE_NAMED'] === 'on';

/** Query config for `pg` with these values. */
export function asQuery({ text, name }: Statement, values: unknown[]): pg.QueryConfig {
  return { text, values, ...(isNamed && name ? { name } : {}) };
}

/** Query config for `pg`, for one loan. */
export function bind(statement: Statement, names: Names): pg.QueryConfig {
  const { values } = statement;
  const fill = (text: string) => text.replaceAll(placeholder, (_, each: string) => names[each] ?? '');
  const bound = values.map((value) => {
    if (typeof value === 'string') return fill(value);
    if (Array.isArray(value)) return value.map((each) => (typeof each === 'string' ? fill(each) : each));
    return isBytes(value) ? Buffer.from(value.hex, 'hex') : value;
  });
  return asQuery(statement, bound);
}

function isBytes(value: Value): value is { readonly hex: string } {
  return typeof value === 'object' && value !== null && 'hex' in value;
}

/** pgbench script form; its variables are written `:name`. */
export function asScript({ text, values, gives }: Statement): string {
  const literals = values.map((value) => {
    if (value === null) return 'null';
    if (isBytes(value)) return `'\\x${value.hex}'`;
    if (Array.isArray(value)) {
      const list = value.map((each) => JSON.stringify(each)).join(',');
      return `'{${list.replaceAll("'", "''").replaceAll(':@', ': @').replaceAll(placeholder, ':$1')}}'`;
    }
    return `'${String(value).replaceAll("'", "''").replaceAll(/\s+/g, ' ').replaceAll(':@', ': @').replaceAll(placeholder, ':$1')}'`;
  });
  const sql = text
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/;$/, '')
    .replaceAll(/\$(\d+)/g, (_, index: string) => literals[Number(index) - 1] ?? 'null');
  return gives ? `${sql} \\gset ${gives}_\n\\set ${gives} :${gives}_id` : `${sql};`;
}
