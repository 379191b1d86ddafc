import type { Queryable } from '../../platform/database.ts';
import { FIRST } from './seal.ts';
import { digestOfRows, STREAMS } from './streams.ts';

/** What is wrong with a stream, with the ids of the first seal that does not hold. */
export interface Broken {
  readonly from: number;
  readonly to: number;
  readonly why: 'a row was changed, added or removed' | 'the chain is broken' | 'seals are missing';
}

export interface StreamReport {
  readonly stream: string;
  readonly seals: number;
  readonly rows: number;
  /** The last sealed id, and the digest to note elsewhere. */
  readonly to: number;
  readonly digest: string;
  readonly broken: Broken | undefined;
  /** Which of the digests that were noted elsewhere are in this chain. */
  readonly found: readonly string[];
}

const page = 500;

/** Computes every seal anew. @param noted digests, in hexadecimal, that were seen earlier */
export async function verifySeals(db: Queryable, noted: readonly string[] = []): Promise<StreamReport[]> {
  const reports: StreamReport[] = [];
  for (const stream of STREAMS) reports.push(await verifyStream(db, stream, noted));
  return reports;
}

async function verifyStream(
  db: Queryable,
  stream: (typeof STREAMS)[number],
  noted: readonly string[],
): Promise<StreamReport> {
  let [to, rows, seals] = [0, 0, 0];
  let previous: Buffer = FIRST;
  let broken: Broken | undefined;
  const found: string[] = [];
  for (let more = true; more && !broken;) {
    const next = await sealsAfter(db, stream.name, to);
    more = next.length === page;
    for (const seal of next) {
      const held = await digestOfRows(db, stream, { from: seal.from_id, to: seal.to_id, previous });
      broken = whatIsBroken(seal, { held, previous, to });
      if (broken) break;
      [to, previous] = [seal.to_id, seal.digest];
      rows += seal.rows;
      seals += 1;
      const digest = seal.digest.toString('hex');
      if (noted.includes(digest)) found.push(digest);
    }
  }
  return { stream: stream.name, seals, rows, to, digest: previous.toString('hex'), broken, found };
}

function sealsAfter(db: Queryable, stream: string, id: number) {
  return db
    .selectFrom('seal')
    .select(['from_id', 'to_id', 'rows', 'digest', 'previous_digest'])
    .where('stream', '=', stream)
    .where('from_id', '>', id)
    .orderBy('from_id')
    .limit(page)
    .execute();
}

type Seal = Awaited<ReturnType<typeof sealsAfter>>[number];

function whatIsBroken(
  seal: Seal,
  {
    held,
    previous,
    to,
  }: {
    readonly held: { readonly rows: number; readonly digest: Buffer };
    readonly previous: Buffer;
    readonly to: number;
  },
): Broken | undefined {
  const range = { from: seal.from_id, to: seal.to_id };
  if (seal.from_id !== to + 1) return { ...range, why: 'seals are missing' };
  if (!seal.previous_digest.equals(previous)) return { ...range, why: 'the chain is broken' };
  const isSame = held.rows === seal.rows && held.digest.equals(seal.digest);
  return isSame ? undefined : { ...range, why: 'a row was changed, added or removed' };
}
