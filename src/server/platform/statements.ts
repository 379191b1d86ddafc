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
 * Statements of one transaction that travel together and run in the order listed: a lock first, then the
 * reads that must see the state behind it (docs/decisions/0040).
 * @param statements each sends its own before awaiting anything
 */
export function pipeline<T extends readonly unknown[]>(
  tx: Tx,
  statements: { readonly [K in keyof T]: (tx: Tx) => Promise<T[K]> },
): Promise<T> {
  return Promise.all(statements.map((send) => send(tx))) as Promise<unknown> as Promise<T>;
}

/**
 * Right side of a comparison of a row number with several ids (`id = …`). A single id is passed by itself:
 * for an array of unknown length PostgreSQL assumes ten rows in its kept plan, and plans each time instead.
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

/** Builds statements and runs none. */
const builder: Database = new Kysely<DB>({
  dialect: new BuilderDialect({ pool: () => Promise.reject(new Error('only builds')) }),
});

/** Placeholder for a value that is given when the statement runs. */
class Place {
  readonly index: number;
  constructor(index: number) {
    this.index = index;
  }
}

/** A statement that is built once. */
export interface Prepared<V extends readonly unknown[], Row> {
  /** Runs it with these values. */
  run(db: Queryable, ...values: V): Promise<Row[]>;
  /** It, with these values. */
  with(...values: V): CompiledQuery<Row>;
}

/**
 * A statement with fixed text, built on first use: building one takes the query builder longer than sending
 * it.
 * @param build gets placeholders instead of values: it passes each on as it is and never looks at one
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
      // It is built already; what looks on at statements that are being built sees it all the same.
      db.getExecutor().transformQuery(statement.query, statement.queryId);
      return (await db.executeQuery(statement)).rows;
    },
  };
}
