import { createChallenge, randomInt, verifySolution, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Queryable } from '../database.ts';
import { overLimit } from './limits.ts';
import { digestOf, type Vault } from '../secrets.ts';

/** Header that carries a solution, base64 of `{challenge, solution}` as JSON. */
export const solutionHeader = 'x-challenge-solution';

const purpose = 'challenge';
/** Rounds of one derivation, chosen so that an attempt costs special hardware nearly as much as a phone. */
const rounds = 1_000;
/** Lifetime, seconds. A slow phone needs a few seconds, and solutions are sent at once. */
const lifeSeconds = 600;

interface ChallengeParts {
  readonly clock: Clock;
  readonly vault: Vault;
  /** Largest number of derivations for a solution; the smallest is half of it. */
  readonly work: number;
}

/** Proof of work for a browser: unnoticeable to a person, expensive for ten thousand guesses. */
type ProofOfWork = Challenge;

/** Correct solution for its subject that has not been spent yet. */
export interface Solved {
  readonly key: string;
}

/**
 * Creates a challenge; its solution is valid for `subject` only, for ten minutes.
 * @param subject names the question, e.g. `balance:AR:30111222`; only its keyed digest is sent
 */
export function challengeFor(parts: ChallengeParts, subject: string): Promise<ProofOfWork> {
  const { clock, vault, work } = parts;
  const most = Math.max(2, work);
  return createChallenge({
    ...presentSecretsOf(vault),
    algorithm: 'PBKDF2/SHA-256',
    cost: rounds,
    counter: randomInt(most, Math.ceil(most / 2)),
    deriveKey,
    data: { subject: vault.sign(purpose, subject), until: secondsOf(clock) + lifeSeconds },
  });
}

const presentSecretsOf = (vault: Vault) => ({
  hmacSignatureSecret: vault.sign(purpose, 'parameters'),
  hmacKeySignatureSecret: vault.sign(purpose, 'solution'),
});

/** Keys of every accepted secret, because a challenge may predate the current one. */
function secretsOf(vault: Vault) {
  const forSolutions = vault.signatures(purpose, 'solution');
  return vault.signatures(purpose, 'parameters').map((hmacSignatureSecret, n) => ({
    hmacSignatureSecret,
    hmacKeySignatureSecret: forSolutions[n] ?? '',
  }));
}

const secondsOf = (clock: Clock): number => Math.floor(clock.now().getTime() / 1000);

const sent = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      data: z.object({ subject: z.string(), until: z.number() }),
    }),
    signature: z.string().max(200),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string().max(200) }),
});

/**
 * Solution in a request header, if it answers a challenge of ours for this subject, in time and correctly.
 */
export async function solvedBy(
  parts: ChallengeParts,
  header: string | string[] | undefined,
  subject: string,
): Promise<Solved | undefined> {
  if (typeof header !== 'string') return undefined;
  const parsed = sent.safeParse(parsedOf(header));
  if (!parsed.success) return undefined;
  const { challenge, solution } = parsed.data;
  const { data } = challenge.parameters;
  if (!parts.vault.verify(purpose, subject, data.subject)) return undefined;
  if (data.until < secondsOf(parts.clock)) return undefined;
  const answers = await Promise.all(
    secretsOf(parts.vault).map((secrets) => verifySolution({ ...secrets, challenge, solution, deriveKey })),
  );
  if (!answers.some(({ verified }) => verified)) return undefined;
  return { key: `challenge:${digestOf(challenge.signature).toString('base64url')}` };
}

function parsedOf(header: string): unknown {
  try {
    return JSON.parse(Buffer.from(header, 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Marks a solution as used. @returns false if it had been used already */
export async function spend(db: Queryable, { key }: Solved, now: Date): Promise<boolean> {
  return (await overLimit(db, { key, max: 1, windowSeconds: 2 * lifeSeconds }, now)) === undefined;
}
