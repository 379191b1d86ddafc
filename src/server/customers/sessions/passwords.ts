import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { boundedLine } from '../../platform/work/bounded-line.ts';
import { sameBytes } from '../../platform/secrets.ts';
import { threadOf, type Thread } from '../../platform/work/thread.ts';
import type { HashOrder } from './hash-thread.ts';

/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one thread; about 40 ms. */
const memoryKib = 19_456;
const passes = 2;
const threadsOfHash = 1;
const tagBytes = 32;
const saltBytes = 16;

interface Parameters {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/**
 * Leaves one core for other requests; more than four at once would only cost memory
 * (docs/security.md#hashing). Twenty waiting for each take less than a second: beyond that a call is refused
 * at once rather than answered too late.
 */
const atOnce = Math.min(4, Math.max(1, availableParallelism() - 1));
const line = boundedLine(atOnce, 20 * atOnce);

/**
 * Separate threads instead of libuv's pool, where priorities cannot be set and file reads would wait behind
 * hashes. With a low priority they use only what requests leave over.
 */
const threads: Thread<HashOrder, Uint8Array>[] = Array.from({ length: atOnce }, () =>
  threadOf(new URL('hash-thread.ts', import.meta.url), { timeoutMs: 60_000, maxMegabytes: 32 }),
);

/** Dummy hash for unknown people, so that the check takes as long. */
const nobodysHash = encode(
  { memory: memoryKib, passes, parallelism: threadsOfHash },
  Buffer.alloc(saltBytes, 1),
  Buffer.alloc(tagBytes, 1),
);

/** Hashes a password with argon2id, in PHC string form. @throws OverloadedError if too many are waiting */
export async function hashPassword(password: string): Promise<string> {
  const parameters = { memory: memoryKib, passes, parallelism: threadsOfHash };
  const salt = randomBytes(saltBytes);
  return encode(parameters, salt, await line(() => derive(password, salt, parameters, tagBytes)));
}

/**
 * Verifies a password against `stored`. Without a stored hash it takes as long and fails.
 * @throws OverloadedError if too many are waiting
 */
export async function verifyPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const { parameters, salt, tag } = decode(stored ?? nobodysHash);
  const derived = await line(() => derive(password, salt, parameters, tag.length));
  return sameBytes(derived, tag) && stored != null;
}

/** Never waits for a thread, because the queue admits as many as there are. */
async function derive(
  password: string,
  nonce: Buffer,
  parameters: Parameters,
  tagLength: number,
): Promise<Buffer> {
  const thread = threads.pop();
  if (!thread) throw new Error('more hashes at once than threads');
  try {
    return Buffer.from(await thread.run({ password, nonce, tagLength, ...parameters }));
  } finally {
    threads.push(thread);
  }
}

function encode({ memory, passes: times, parallelism }: Parameters, salt: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${memory},t=${times},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

function decode(stored: string): { parameters: Parameters; salt: Buffer; tag: Buffer } {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(stored);
  if (!match) throw new Error('a stored password is not an argon2id hash');
  const [, memory, times, parallelism, salt = '', tag = ''] = match;
  return {
    parameters: { memory: Number(memory), passes: Number(times), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}
