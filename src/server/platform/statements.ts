import {
  DummyDriver,
  Kysely,
  PostgresDialect,
  sql,
  type Compilable,
  type CompiledQuery,
  type RawBuilder,
} from 'kysely';
import type { DB } from './database-types.ts';
import type { Database, Queryable, Tx } from './database.ts';

/**
 * Sends statements of one transaction together; they run in the order listed: a lock first, then the reads
 * that must see the state behind it (docs/decisions/0120).
 * @param statements each issues its query before awaiting anything
 */
export function pipeline<T extends readonly unknown[]>(
  tx: Tx,
  statements: { readonly [K in keyof T]: (tx: Tx) => Promise<T[K]> },
): Promise<T> {
  return Promise.all(statements.map((send) => send(tx))) as Promise<unknown> as Promise<T>;
}

/**
 * Right side of a comparison of an id with several (`id = …`). A single id is passed as a scalar: for an
 * array of unknown length PostgreSQL's generic plan assumes ten rows, so it replans every time instead.
 */
export function oneOf(ids: readonly number[]): RawBuilder<unknown> {
  const [first] = ids;
  return ids.length === 1 ? sql`${first}` : sql`any(${[...ids]}::bigint[])`;
}

class BuilderDialect extends PostgresDialect {
  override createDriver(): DummyDriver {
    return new DummyDriver();
  }
}

/** Query builder without a connection; it cannot run statements. */
const builder: Database = new Kysely<DB>({
  dialect: new BuilderDialect({
    pool: () => Promise.reject(new Error('this builder cannot run statements')),
  }),
});

/** Placeholder for a value bound when the statement runs. */
class Place {
  readonly index: number;
  constructor(index: number) {
    this.index = index;
  }
}

/** Statement built once and run with varying values. */
export interface Prepared<V extends readonly unknown[], Row> {
  run(db: Queryable, ...values: V): Promise<Row[]>;
  with(...values: V): CompiledQuery<Row>;
}

/**
 * Statement with fixed text, built on first use, because Kysely takes longer to build one than to send it.
 * @param build gets placeholders instead of values, which it must pass on unread
 */
export function prepared<V extends readonly unknown[], Row>(
  build: (db: Database, ...values: V) => Compilable<Row> | RawBuilder<Row>,
): Prepared<V, Row> {
  let built: CompiledQuery<Row> | undefined;
  const withValues = (...values: V): CompiledQuery<Row> => {
    const places = values.map((_value, index) => new Place(index));
    built ??= build(builder, ...(places as readonly unknown[] as V)).compile(builder);
    const parameters = built.parameters.map((each) => (each instanceof Place ? values[each.index] : each));
    return { ...built, parameters };
  };
  return {
    with: withValues,
    run: async (db, ...values) => {
      const statement = withValues(...values);
      // Already built, but plugins that observe statements have to see it.
      db.getExecutor().transformQuery(statement.query, statement.queryId);
      return (await db.executeQuery(statement)).rows;
    },
  };
}
