import { setTimeout as pause } from 'node:timers/promises';
import type { BenchDatabase } from './postgres.ts';

/** Database resources used per answer. */
export interface Uses {
  readonly processorMs: number;
  /** Pages missing from PostgreSQL's shared buffers. */
  readonly read: number;
  /** WAL written, bytes. */
  readonly wal: number;
  /** Rows written, by table. */
  readonly inserted: ReadonlyMap<string, number>;
}

interface Reading {
  readonly processorMs: number;
  readonly read: number;
  readonly wal: number;
  readonly inserted: ReadonlyMap<string, number>;
  readonly since: (before: Omit<Reading, 'since'>, answers: number) => Uses;
}

/** Idle connections flush their statistics within ten seconds. */
const toldAfterMs = 11_000;

/** Database statistics so far. */
export async function usesOf({ fill, processorMs }: BenchDatabase): Promise<Reading> {
  await pause(toldAfterMs);
  const { rows } = await fill(
    `select blks_read::float8 as read, (pg_current_wal_insert_lsn() - '0/0')::float8 as wal
     from pg_stat_database where datname = current_database()`,
  );
  const { read, wal } = rows[0] as { read: number; wal: number };
  const tables = await fill(
    `select relname as name, n_tup_ins::float8 as rows from pg_stat_user_tables where schemaname = 'public'`,
  );
  const inserted = new Map(
    (tables.rows as { name: string; rows: number }[]).map((each) => [each.name, each.rows]),
  );
  const now = { processorMs: processorMs() ?? 0, read, wal, inserted };
  return {
    ...now,
    since: (before, answers) => ({
      processorMs: (now.processorMs - before.processorMs) / answers,
      read: (now.read - before.read) / answers,
      wal: (now.wal - before.wal) / answers,
      inserted: new Map(
        Array.from(
          inserted,
          ([name, count]) => [name, (count - (before.inserted.get(name) ?? 0)) / answers] as const,
        ).filter(([, each]) => each >= 0.01),
      ),
    }),
  };
}
