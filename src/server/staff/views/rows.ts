import { sql, type Selectable } from 'kysely';
import type { ListName } from '../../../contract/staff/views.ts';
import type { DB } from '../../platform/database-types.ts';
import type { Queryable, Tx } from '../../platform/database.ts';

type Filters = Readonly<Record<string, string>>;
type ViewRow = Pick<Selectable<DB['staff_view']>, 'id' | 'list' | 'name' | 'filters' | 'version'>;

const columns = ['id', 'list', 'name', 'filters', 'version'] as const;

export const shownView = ({ id, list, name, filters, version }: ViewRow) => ({
  id: String(id),
  list: list as ListName,
  name,
  filters: filters as Filters,
  version,
});

export async function viewsOf(db: Queryable, staffId: number, lists: readonly ListName[]) {
  if (lists.length === 0) return [];
  const rows = await db
    .selectFrom('staff_view')
    .select(columns)
    .where('staff_id', '=', staffId)
    .where('list', 'in', [...lists])
    .orderBy('list')
    .orderBy(sql`lower(name)`)
    .execute();
  return rows.map(shownView);
}

/** Serializes changes to a person's views, because their number and names are checked first. */
export async function lockViews(tx: Tx, staffId: number): Promise<void> {
  await sql`select id from staff_member where id = ${staffId} for no key update`.execute(tx);
}

export function viewById(tx: Tx, staffId: number, id: number) {
  return tx
    .selectFrom('staff_view')
    .select(columns)
    .where('id', '=', id)
    .where('staff_id', '=', staffId)
    .executeTakeFirst();
}

export async function insertView(
  tx: Tx,
  view: { staffId: number; list: ListName; name: string; filters: Filters; at: Date },
): Promise<ViewRow> {
  return tx
    .insertInto('staff_view')
    .values({
      staff_id: view.staffId,
      list: view.list,
      name: view.name,
      filters: JSON.stringify(view.filters),
      created_at: view.at,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function renameView(tx: Tx, id: number, name: string): Promise<ViewRow> {
  return tx
    .updateTable('staff_view')
    .set((eb) => ({ name, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function deleteView(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('staff_view').where('id', '=', id).execute();
}
