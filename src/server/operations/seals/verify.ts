import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { dueParts, keepTurn, turnOf, type TurnOptions } from '../../platform/work/check-turn.ts';
import { FIRST } from './seal.ts';
import { digestOfRows, STREAMS } from './streams.ts';

/** Fault in a stream, with the ids of the first broken seal. */
interface Broken {
  readonly from: number;
  readonly to: number;
  readonly why: 'a row was changed, added or removed' | 'the chain is broken' | 'seals are missing';
}

interface StreamReport {
  readonly stream: string;
  readonly seals: number;
  readonly rows: number;
  /** Last sealed id, and the digest to record externally. */
  readonly to: number;
  readonly digest: string;
  readonly broken: Broken | undefined;
  /** Externally recorded digests found in this chain. */
  readonly found: readonly string[];
}

const page = 500;

/** Recomputes every seal. @param noted hexadecimal digests recorded earlier */
export async function verifySeals(db: Queryable, noted: readonly string[] = []): Promise<StreamReport[]> {
  const reports: StreamReport[] = [];
  for (const stream of STREAMS) reports.push(await verifyStream(db, stream, noted));
  return reports;
}

interface Start {
  readonly to: number;
  readonly digest: Buffer;
}

interface Range {
  readonly count?: number;
  /** Excludes seals that end later. */
  readonly until?: number;
}

async function verifyStream(
  db: Queryable,
  stream: (typeof STREAMS)[number],
  noted: readonly string[],
  start: Start = { to: 0, digest: FIRST },
  { count = Infinity, until = Number.MAX_SAFE_INTEGER }: Range = {},
): Promise<StreamReport> {
  let [rows, seals] = [0, 0];
  let { to, digest: previous } = start;
  let broken: Broken | undefined;
  const found: string[] = [];
  for (let more = true; more && !broken;) {
    const asked = Math.min(page, count - seals);
    const next = await sealsAfter(db, stream.name, [to, until], asked);
    more = next.length === asked && seals + asked < count;
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

/** Minimum number of already verified seals rechecked per day: a million rows. */
const leastSeals = 500;

/** Result of a day's verification of a stream. */
type ShareReport = Pick<StreamReport, 'stream' | 'seals' | 'rows' | 'broken'>;

/**
 * Verifies the chain of all seals, the rows of those not verified yet, and the rows of a share of the others.
 */
export async function verifyShare(db: Queryable, options: TurnOptions): Promise<ShareReport[]> {
  const reports: ShareReport[] = [];
  for (const stream of STREAMS) reports.push(await verifyShareOf(db, stream, options));
  return reports;
}

async function verifyShareOf(
  db: Queryable,
  stream: (typeof STREAMS)[number],
  options: TurnOptions,
): Promise<ShareReport> {
  const name = `seal ${stream.name}`;
  const turn = await turnOf(db, name);
  const due = dueParts(await countUntil(db, stream.name, turn.checkedTo), turn.day, options, leastSeals);
  const verify = async (after: number, range: Range) =>
    verifyStream(db, stream, [], await sealBefore(db, stream.name, after), range);
  const newest = await verify(turn.checkedTo, {});
  const share = [await verify(turn.turnedTo, { count: due, until: turn.checkedTo })];
  const left = due - (share[0]?.seals ?? 0);
  // At the end of the chain the rotation starts again.
  if (left > 0 && !share[0]?.broken) share.push(await verify(0, { count: left, until: turn.checkedTo }));
  await keepTurn(db, name, {
    day: options.day,
    checkedTo: newest.to,
    turnedTo: share.at(-1)?.to ?? 0,
  });
  const all = [...share, newest];
  return {
    stream: stream.name,
    seals: all.reduce((sum, { seals }) => sum + seals, 0),
    rows: all.reduce((sum, { rows }) => sum + rows, 0),
    broken: all.find(({ broken }) => broken)?.broken ?? (await brokenLink(db, stream.name)),
  };
}

async function sealBefore(db: Queryable, stream: string, to: number): Promise<Start> {
  if (to === 0) return { to, digest: FIRST };
  const seal = await db
    .selectFrom('seal')
    .select('digest')
    .where('stream', '=', stream)
    .where('to_id', '=', to)
    .executeTakeFirst();
  return { to, digest: seal?.digest ?? FIRST };
}

async function countUntil(db: Queryable, stream: string, to: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from seal where stream = ${stream} and to_id <= ${to}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** First seal that does not follow its predecessor; its rows are not read. */
async function brokenLink(db: Queryable, stream: string): Promise<Broken | undefined> {
  const { rows } = await sql<{ from: number; to: number; is_missing: boolean }>`
    select from_id as "from", to_id as "to", from_id <> last_to + 1 as is_missing from (
      select from_id, to_id, previous_digest, lag(to_id, 1, 0::bigint) over (order by from_id) as last_to,
        lag(digest, 1, ${FIRST}::bytea) over (order by from_id) as last_digest
      from seal where stream = ${stream}
    ) link where from_id <> last_to + 1 or previous_digest <> last_digest order by from_id limit 1
  `.execute(db);
  const [link] = rows;
  if (!link) return undefined;
  const { from, to, is_missing: isMissing } = link;
  return { from, to, why: isMissing ? 'seals are missing' : 'the chain is broken' };
}

function sealsAfter(db: Queryable, stream: string, [id, until]: readonly [number, number], count: number) {
  return db
    .selectFrom('seal')
    .select(['from_id', 'to_id', 'rows', 'digest', 'previous_digest'])
    .where('stream', '=', stream)
    .where('from_id', '>', id)
    .where('to_id', '<=', until)
    .orderBy('from_id')
    .limit(count)
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
