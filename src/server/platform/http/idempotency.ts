import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isOfErased, transaction, tryLock, type Database, type Tx } from '../database.ts';
import type { Vault } from '../secrets.ts';
import type { KeyTurns } from './key-turns.ts';
import { fail, ok, type Failure, type Result } from './result.ts';

/** One use of an `Idempotency-Key`. Keys belong to the caller: another caller's same key is another key. */
export interface KeyUse {
  readonly caller: string;
  readonly key: string;
  /** Method and path; the same key on another path is refused. */
  readonly request: string;
  readonly digest: Buffer;
}

const purpose = 'idempotency';

/**
 * Recognises a request's content. Keyed, because a body may hold what is short enough to be guessed
 * from a plain digest: a card number, a code, a password.
 */
export function digestOfRequest(vault: Vault, parts: readonly (string | Buffer)[]): Buffer {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part).update('\0');
  return vault.seal(purpose, digest.digest('hex'));
}

class Rollback<T> extends Error {
  readonly result: Result<T>;
  constructor(result: Result<T>) {
    super('rolled back');
    this.result = result;
  }
}

/** The first answer to this key, a refusal when it was used for something else, or undefined. */
export async function earlierAnswer<T>(
  db: Database | Tx,
  vault: Vault,
  use: KeyUse,
): Promise<Result<T> | undefined> {
  const row = await db
    .selectFrom('idempotency')
    .select(['request', 'digest', 'answer'])
    .where('caller', '=', use.caller)
    .where('key', '=', use.key)
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.request !== use.request || !row.digest.equals(use.digest)) return fail('key_reused');
  return ok(JSON.parse(vault.decrypt(purpose, row.answer)) as T);
}

/**
 * Runs a command and its idempotency record in one transaction. A failure rolls everything back, so
 * nothing is remembered of it and the same key may be tried again.
 *
 * Whether somebody else has answered the same key meanwhile is for {@link answerOnce} to find out.
 */
export async function commitOnce<T extends object>(
  db: Database,
  vault: Vault,
  use: KeyUse | undefined,
  now: Date,
  work: (tx: Tx) => Promise<Result<T>>,
): Promise<Result<T>> {
  try {
    return await transaction(db, async (tx) => {
      // Held until the transaction ends: a second request with the same key is in flight, not new.
      if (use && !(await tryLock(tx, nameOf(use)))) return fail('key_in_flight');
      const result = await work(tx);
      if (!result.ok) throw new Rollback(result);
      if (use) await remember(tx, vault, use, result.value, now);
      return result;
    });
  } catch (error) {
    // The caller was let in before the erasure; now the customer does not exist any more.
    if (isOfErased(error)) return fail('unauthenticated');
    if (error instanceof Rollback) return error.result as Result<T>;
    throw error;
  }
}

/** What names a use of a key where it is kept longer than its request lasts: who sent it cannot be read from it. */
export function submissionOf(vault: Vault, { caller, key, request, digest }: KeyUse): Buffer {
  return digestOfRequest(vault, [caller, key, request, digest]);
}

const nameOf = ({ caller, key }: KeyUse) => `idempotency:${caller}:${key}`;

/** How long a repetition waits for the first request with its key; then it is told to come again. */
const longestWaitMs = 5_000;
/** Between two looks for the answer of a request that another process is at. */
const lookEveryMs = 100;

/**
 * The owner of what a key promises: one effect, and the same answer for all who send it, however many at once and
 * to however many processes. Within a process they come one after the other. What a repetition runs into because
 * the first was faster (a check before its transaction, a lock, an index, a limit) is not its answer: after any
 * failure the first one's answer is looked for.
 * @param onReplay called when the answer is that of an earlier request
 */
export async function answerOnce(
  { db, vault, turns }: { readonly db: Database; readonly vault: Vault; readonly turns: KeyTurns },
  use: KeyUse,
  work: () => Promise<Result<object>>,
  onReplay: () => void,
): Promise<Result<object>> {
  const look = async () => {
    const earlier = await earlierAnswer<object>(db, vault, use);
    if (earlier?.ok) onReplay();
    return earlier;
  };
  const endTurn = await turns.take(nameOf(use), longestWaitMs);
  if (!endTurn) return fail('key_in_flight');
  try {
    const earlier = await look();
    if (earlier) return earlier;
    let result: Result<object>;
    try {
      result = await work();
    } catch (error) {
      // Where even that cannot be looked for, the first trouble is the one to tell.
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

async function remember(tx: Tx, vault: Vault, use: KeyUse, answer: object, now: Date): Promise<void> {
  await tx
    .insertInto('idempotency')
    .values({
      caller: use.caller,
      key: use.key,
      request: use.request,
      digest: use.digest,
      answer: vault.encrypt(purpose, JSON.stringify(answer)),
      created_at: now,
    })
    .execute();
}
