import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Selectable } from 'kysely';
import type { DB } from '../database-types.ts';
import { isOfErased, sendStatement, transaction, type Database, type Tx } from '../database.ts';
import type { Vault } from '../secrets.ts';
import type { KeyTurns } from './key-turns.ts';
import { fail, ok, type Failure, type Result } from './result.ts';
import { prepared } from '../statements.ts';
import type { SweptRows } from '../swept-rows.ts';

/** Stored replies are kept as long as a client may retry. */
export const sweptReplies: SweptRows = { table: 'idempotency', time: 'created_at', days: 7 };

/** One use of an `Idempotency-Key`. Keys are scoped to the caller. */
export interface KeyUse {
  readonly caller: string;
  readonly key: string;
  /** Method and path; using the key on another path is refused. */
  readonly request: string;
  readonly digest: Buffer;
  /** Digests with the application's other accepted secrets. */
  readonly otherDigests: readonly Buffer[];
}

const purpose = 'idempotency';

/**
 * Digests of a request's content. Keyed, because a body may hold values short enough to guess from a plain
 * digest: a card number, a code, a password.
 */
export function digestsOfRequest(
  vault: Vault,
  parts: readonly (string | Buffer)[],
): Pick<KeyUse, 'digest' | 'otherDigests'> {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  const [digest, ...otherDigests] = vault.seals(purpose, hash.digest('hex'));
  return { digest, otherDigests };
}

class Rollback<T> extends Error {
  readonly result: Result<T>;
  constructor(result: Result<T>) {
    super('rolled back');
    this.result = result;
  }
}

type StoredAnswer = Pick<Selectable<DB['idempotency']>, 'request' | 'digest' | 'answer'>;

/** First response to a key, or a refusal if the key was used for another request. */
function opened<T>(vault: Vault, use: KeyUse, stored: StoredAnswer): Result<T> {
  const isSame = [use.digest, ...use.otherDigests].some((digest) => stored.digest.equals(digest));
  if (stored.request !== use.request || !isSame) return fail('key_reused');
  return ok(JSON.parse(vault.decrypt(purpose, stored.answer)) as T);
}

const answerOf = prepared((db, caller: string, key: string) =>
  db
    .selectFrom('idempotency')
    .select(['request', 'digest', 'answer'])
    .where('caller', '=', caller)
    .where('key', '=', key),
);

/** Stored response for this key, or undefined. */
async function earlierAnswer<T>(db: Database, vault: Vault, use: KeyUse): Promise<Result<T> | undefined> {
  const [row] = await answerOf.run(db, use.caller, use.key);
  return row && opened(vault, use, row);
}

const keyTaken = prepared(
  // A commit between this statement's start and its lock is detected by the primary key of the record.
  (_db, name: string, caller: string, key: string) => sql<
    { is_taken: boolean } & (StoredAnswer | { request: null })
  >`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as is_taken, i.request, i.digest, i.answer
    from (values (${caller}::text, ${key}::text)) as use (caller, key)
    left join idempotency i on i.caller = use.caller and i.key = use.key`,
);

/**
 * Locks the key until the transaction ends, so that a second request with the same key counts as in flight.
 * @throws Rollback with the earlier response, or because another request holds the key
 */
async function takeKey(tx: Tx, vault: Vault, use: KeyUse, onReplay: () => void): Promise<void> {
  const [row] = await keyTaken.run(tx, nameOf(use), use.caller, use.key);
  if (row && row.request !== null) {
    const answer = opened(vault, use, row);
    if (answer.ok) onReplay();
    throw new Rollback(answer);
  }
  if (!row?.is_taken) throw new Rollback(fail('key_in_flight'));
}

/**
 * Runs a command and stores its idempotency record in one transaction. A failure rolls everything back, so
 * that the same key can be retried. The first statement locks the key, and the first statements of `work`
 * follow without waiting. {@link answerOnce} checks whether the same key was answered in the meantime.
 * @param onReplay called if the response is that of an earlier request
 */
export async function commitOnce<T extends object>(
  { db, vault, now }: { readonly db: Database; readonly vault: Vault; readonly now: Date },
  use: KeyUse | undefined,
  onReplay: () => void,
  work: (tx: Tx) => Promise<Result<T>>,
): Promise<Result<T>> {
  try {
    return await transaction(db, async (tx) => {
      const [, result] = await Promise.all([use && takeKey(tx, vault, use, onReplay), work(tx)]);
      if (!result.ok) throw new Rollback(result);
      if (use) sendStatement(tx, record(vault, use, result.value, now));
      return result;
    });
  } catch (error) {
    // The customer was erased after this request was authenticated.
    if (isOfErased(error)) return fail('unauthenticated');
    if (error instanceof Rollback) return error.result as Result<T>;
    throw error;
  }
}

/** Pseudonymous id of a key's use, stored longer than the request; the sender cannot be derived from it. */
export function submissionOf(vault: Vault, { caller, key, request, digest }: KeyUse): Buffer {
  return digestsOfRequest(vault, [caller, key, request, digest]).digest;
}

const nameOf = ({ caller, key }: KeyUse) => `idempotency:${caller}:${key}`;

/** Longest wait of a repeated request for the first one; afterwards the client has to retry. */
const longestWaitMs = 5_000;
/** Interval of polling for the response of a request that another process handles. */
const lookEveryMs = 100;

/**
 * Guarantees one effect and one response per key, however many requests and processes use it at once. Within
 * a process, requests with the same key run one after the other. A repetition may fail because the first
 * request was faster (a check before its transaction, a lock, an index, a limit), so after any failure the
 * first request's response is looked up.
 * @param onReplay called if the response is that of an earlier request
 * @param looksFirst false if {@link commitOnce} may look the key up first
 */
export async function answerOnce(
  { db, vault, turns }: { readonly db: Database; readonly vault: Vault; readonly turns: KeyTurns },
  use: KeyUse,
  work: () => Promise<Result<object>>,
  { onReplay, looksFirst }: { readonly onReplay: () => void; readonly looksFirst: boolean },
): Promise<Result<object>> {
  const look = async () => {
    const earlier = await earlierAnswer<object>(db, vault, use);
    if (earlier?.ok) onReplay();
    return earlier;
  };
  const endTurn = await turns.take(nameOf(use), longestWaitMs);
  if (!endTurn) return fail('key_in_flight');
  try {
    const earlier = looksFirst ? await look() : undefined;
    if (earlier) return earlier;
    let result: Result<object>;
    try {
      result = await work();
    } catch (error) {
      // If the lookup fails too, the first error is reported.
      const other = await look().catch(() => undefined);
      if (other) return other;
      throw error;
    }
    return result.ok ? result : ((await lookWhile(result, look)) ?? result);
  } finally {
    endTurn();
  }
}

/** Looks for the response of a faster request; polls while another process handles it. */
async function lookWhile(
  failure: Failure,
  look: () => Promise<Result<object> | undefined>,
): Promise<Result<object> | undefined> {
  const endsAt = performance.now() + (failure.code === 'key_in_flight' ? longestWaitMs : 0);
  for (;;) {
    const other = await look();
    if (other || performance.now() >= endsAt) return other;
    await pause(lookEveryMs);
  }
}

const recordOf = prepared(
  (db, caller: string, key: string, request: string, digest: Buffer, answer: Buffer, at: Date) =>
    db.insertInto('idempotency').values({ caller, key, request, digest, answer, created_at: at }),
);

function record(vault: Vault, { caller, key, request, digest }: KeyUse, answer: object, now: Date) {
  return recordOf.with(caller, key, request, digest, vault.encrypt(purpose, JSON.stringify(answer)), now);
}
