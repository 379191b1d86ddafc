import { sql } from 'kysely';
import { docketLink } from '../origination/agreements/service.ts';
import type { Dependencies } from '../dependencies.ts';
import { draftsOf } from '../customers/drafts/service.ts';
import type { Queryable } from '../platform/database.ts';
import { signedImageUrl } from '../customers/profile/service.ts';
import { HELD } from './tables.ts';

type Row = Readonly<Record<string, unknown>>;

/** Number of stored records of each kind, for the page. */
export async function heldCounts(
  db: Queryable,
  customerId: number,
): Promise<{ kind: string; label: string; count: number }[]> {
  const counts: { kind: string; label: string; count: number }[] = [];
  for (const [table, { where, heading }] of Object.entries(HELD)) {
    if (heading === undefined) continue;
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} t, customer c where c.id = ${customerId} and (${where})
    `.execute(db);
    counts.push({ kind: table, label: heading, count: rows[0]?.count ?? 0 });
  }
  return counts;
}

/**
 * Everything stored about a customer, by table, without secrets. Photos and contracts appear as addresses
 * valid for five minutes. A snapshot, not affected by concurrent changes.
 */
export async function heldData(
  deps: Pick<Dependencies, 'db' | 'clock' | 'vault'>,
  customerId: number,
  baseUrl: string,
): Promise<Record<string, Row[]>> {
  const data: Record<string, Row[]> = {};
  await deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      for (const [table, { label, where, omit = [] }] of Object.entries(HELD)) {
        const { rows } = await sql<{ row: Row }>`
          select to_jsonb(t) - ${[...omit]}::text[] as row
          from ${sql.table(table)} t, customer c where c.id = ${customerId} and (${where})
        `.execute(tx);
        data[label] = rows.map(({ row }) => row);
      }
    });
  const absolute = (path: string) => `${baseUrl}${path}`;
  data['Fotos'] = (data['Fotos'] ?? []).map((row) => ({
    ...row,
    archivo: absolute(signedImageUrl(deps, String(row['id']), 'full')),
  }));
  const publicIds = new Map((data['Préstamos'] ?? []).map((row) => [row['id'], String(row['public_id'])]));
  data['Contratos'] = (data['Contratos'] ?? []).map((row) => {
    // The link only needs to know that a file exists, so any digest will do.
    const link = docketLink(deps, { publicId: publicIds.get(row['loan_id']) ?? '', docketSha256: 'x' });
    return { ...row, archivo: link ? absolute(link.url) : '' };
  });
  data['Solicitudes sin terminar'] = [await draftsOf(deps, customerId)];
  return data;
}
