import { createHash } from 'node:crypto';
import { isOfErased, transaction, tryLock, type Database, type Tx } from '../database.ts';
import type { Vault } from '../secrets.ts';
import { fail, ok, type Result } from './result.ts';

/** One use of an `Idempotency-Key`. Keys belong to the caller: another caller's same key is another key. */
export interface KeyUse {
  readonly caller: string;
  readonly key: string;
  /** Method and path; the same key on another path is refused. */
  readonly request: string;
  readonly digest: Buffer;
}

export interface Committed<T> {
  readonly result: Result<T>;
  readonly isReplay: boolean;
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
 * The caller has looked for an earlier answer. One that came since then makes the command or the record fail,
 * so it is looked for again only after a failure: the usual case is spared a statement.
 */
export async function commitOnce<T extends object>(
  db: Database,
  vault: Vault,
  use: KeyUse | undefined,
  now: Date,
  work: (tx: Tx) => Promise<Result<T>>,
): Promise<Committed<T>> {
  try {
    return await transaction(db, async (tx) => {
      // Held until the transaction ends: a second request with the same key is in flight, not new.
      if (use && !(await tryLock(tx, `idempotency:${use.caller}:${use.key}`)))
        return { result: fail('key_in_flight'), isReplay: false };
      const result = await work(tx);
      if (!result.ok) throw new Rollback(result);
      if (use) await remember(tx, vault, use, result.value, now);
      return { result, isReplay: false };
    });
  } catch (error) {
    const earlier = use && (await earlierAnswer<T>(db, vault, use));
    if (earlier) return { result: earlier, isReplay: earlier.ok };
    // The caller was let in before the erasure; now there is nobody any more who could be logged in.
    if (isOfErased(error)) return { result: fail('unauthenticated'), isReplay: false };
    if (error instanceof Rollback) return { result: error.result as Result<T>, isReplay: false };
    throw error;
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
