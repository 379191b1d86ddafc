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

/** Replies to a key are kept for as long as any client could still repeat the request. */
export const sweptReplies: SweptRows = { table: 'idempotency', time: 'created_at', days: 7 };

/** One use of an `Idempotency-Key`. Keys belong to the caller: another caller's same key is another key. */
export interface KeyUse {
  readonly caller: string;
  readonly key: string;
  /** Method and path; the same key on another path is refused. */
  readonly request: string;
  readonly digest: Buffer;
  /** The same by other accepted secrets of the application. */
  readonly otherDigests: readonly Buffer[];
}

const purpose = 'idempotency';

/**
 * Digest of a request's content. Keyed, because a body may hold values short enough to be guessed from a
 * plain digest: a card number, a code, a password.
 */
export function digestsOfRequest(
  vault: Vault,
  parts: readonly (string | Buffer)[],
): Pick<KeyUse, 'digest' | 'otherDigests'> {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  const content = hash.digest('hex');
  return { digest: vault.seal(purpose, content), otherDigests: vault.seals(purpose, content).slice(1) };
}

class Rollback<T> extends Error {
  readonly result: Result<T>;
  constructor(result: Result<T>) {
    super('rolled back');
    this.result = result;
  }
}

type StoredAnswer = Pick<Selectable<DB['idempotency']>, 'request' | 'digest' | 'answer'>;

/** The first answer to a key, or a refusal when it was used for something else. */
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

/** The stored answer for this key, or undefined. */
async function earlierAnswer<T>(db: Database, vault: Vault, use: KeyUse): Promise<Result<T> | undefined> {
  const [row] = await answerOf.run(db, use.caller, use.key);
  return row && opened(vault, use, row);
}

const keyTaken = prepared(
  // A commit between this statement's start and its lock is caught by the record's primary key.
  (_db, name: string, caller: string, key: string) => sql<
    { is_taken: boolean } & (StoredAnswer | { request: null })
  >`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as is_taken, i.request, i.digest, i.answer
    from (values (${caller}::text, ${key}::text)) as use (caller, key)
    left join idempotency i on i.caller = use.caller and i.key = use.key`,
);

/**
 * Takes the key until the transaction ends: a second request with the same key is in flight, not new.
 * @throws Rollback with the earlier answer, or because another request is at it
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
 * Runs a command and its idempotency record in one transaction. A failure rolls everything back, so
 * nothing is remembered of it and the same key may be tried again.
 *
 * The first statement takes the key, and the work's own first ones follow at once. {@link answerOnce} finds
 * out whether the same key was answered meanwhile.
 * @param onReplay called when the answer is that of an earlier request
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
    // The caller was let in before the erasure; now the customer does not exist any more.
    if (isOfErased(error)) return fail('unauthenticated');
    if (error instanceof Rollback) return error.result as Result<T>;
    throw error;
  }
}

/** Anonymous name for a use of a key, kept longer than its request: the sender cannot be read from it. */
export function submissionOf(vault: Vault, { caller, key, request, digest }: KeyUse): Buffer {
  return digestsOfRequest(vault, [caller, key, request, digest]).digest;
}

const nameOf = ({ caller, key }: KeyUse) => `idempotency:${caller}:${key}`;

/** Wait of a repetition for the first request with its key; afterwards it must retry. */
const longestWaitMs = 5_000;
/** Between two looks for the answer of a request that another process is at. */
const lookEveryMs = 100;

/**
 * Guarantees a key's promise: one effect, and the same answer for all who send it, however many at once and
 * to however many processes. Within a process they run one after the other. A repetition may fail because the
 * first was faster (a check before its transaction, a lock, an index, a limit); that is not its answer, so
 * after any failure the first one's answer is looked up.
 * @param onReplay called when the answer is that of an earlier request
 * @param looksFirst false where {@link commitOnce} may be the first to look
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

/** Looks for the answer of a request that was faster; again and again while another process is at it. */
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
