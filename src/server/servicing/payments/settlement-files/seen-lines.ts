import { sql } from 'kysely';
import type { OutputOf, ParsedOf } from '../../../../contract/contract.ts';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import type { Dependencies } from '../../../dependencies.ts';
import type { CollectionFile, CollectionNetwork } from '../../../integrations/collection/port.ts';
import type { TextEncoding } from '../../../platform/text/decode-text.ts';
import type { Queryable } from '../../../platform/database.ts';
import { packOf } from '../../../../countries/index.ts';
import { PAGE_SIZE } from '../../../platform/page-size.ts';
import { needsPerson } from '../reports/import-collection.ts';
import { digestOf, seenKeyOf, storageKeyOf } from './clean-up.ts';
import { fileView, type SeenFile } from './preview.ts';

type Lines = OutputOf<'GET /api/staff/money/files/asked/{id}'>;
type Asked = ParsedOf<'GET /api/staff/money/files/asked/{id}', 'query'>;

export async function knownFile(db: Queryable, network: string, sha256: Buffer): Promise<number | undefined> {
  const row = await db
    .selectFrom('collection_file')
    .select('id')
    .where('network', '=', network)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return row?.id;
}

export function uploadView(
  { bytes, sender, file, encoding }: Uploaded,
  seen: SeenFile,
  known: number | undefined,
) {
  return {
    ...fileView(sender, file, seen),
    encoding,
    digest: digestOf(bytes).toString('hex'),
    known: known === undefined ? '' : String(known),
  };
}

interface Uploaded {
  readonly bytes: Buffer;
  readonly sender: CollectionNetwork;
  readonly file: CollectionFile;
  readonly encoding: TextEncoding;
}

/** Preview progress of an uploaded file. @returns undefined if it is not stored */
export async function seenUpload(
  { db, ports }: Pick<Dependencies, 'db' | 'ports'>,
  countries: readonly CountryCode[],
  digest: string,
) {
  const [bytes, seen] = [await ports.images.get(storageKeyOf(digest)), await keptSeen({ ports }, digest)];
  const sender = seen && ports.collection[seen.network];
  if (!bytes || !sender || !countries.includes(sender.country)) return undefined;
  const read = sender.read(bytes);
  if (!read.ok) return undefined;
  const known = await knownFile(db, seen.network, digestOf(bytes));
  return uploadView({ bytes, sender, file: read.file, encoding: read.encoding }, seen, known);
}

/** Stores a file's preview until approval; deleted with the file. */
export function keepSeen(
  { ports }: Pick<Dependencies, 'ports'>,
  sha256: string,
  seen: SeenFile,
): Promise<void> {
  return ports.images.put(seenKeyOf(sha256), Buffer.from(JSON.stringify(seen)));
}

/** Stored preview; undefined if none was made or it was deleted. */
export async function keptSeen(
  { ports }: Pick<Dependencies, 'ports'>,
  sha256: string,
): Promise<SeenFile | undefined> {
  const bytes = await ports.images.get(seenKeyOf(sha256));
  return bytes && (JSON.parse(bytes.toString('utf8')) as SeenFile);
}

/**
 * Page of the lines of a file that waits for a second person. @returns undefined if there is no such request
 */
export async function seenLines(
  { db, ports }: Pick<Dependencies, 'db' | 'ports'>,
  countries: readonly CountryCode[],
  approval: number,
  { which, from = 0 }: Asked,
): Promise<Lines | undefined> {
  const { rows } = await sql<{ sha256: string; country: CountryCode }>`
    select request->'body'->>'sha256' as sha256, country from staff_approval
    where id = ${approval} and action = 'POST /api/staff/money/files' and country = any(${[...countries]}::text[])
  `.execute(db);
  const [row] = rows;
  const seen = row && (await keptSeen({ ports }, row.sha256));
  if (!seen) return undefined;
  const { lines, counts, of } = seen;
  const left = lines
    .filter(
      ({ line, outcome, kind }) =>
        line > from &&
        (which !== 'review' || needsPerson(outcome)) &&
        (which !== 'reversals' || kind === 'reversal'),
    )
    .slice(0, PAGE_SIZE + 1);
  const result = left.slice(0, PAGE_SIZE);
  return {
    result,
    counts: [...counts],
    tried: lines.length,
    lines: of,
    currency: packOf(row.country).currency,
    next: left.length > PAGE_SIZE ? String(result.at(-1)?.line ?? '') : '',
  };
}
