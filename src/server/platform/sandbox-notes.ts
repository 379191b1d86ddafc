import type { Queryable } from './database.ts';

/** A value stored for the sandbox under a name; it outlives a restart. */
export async function sandboxNote(db: Queryable, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('sandbox').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/** Stores a value for the sandbox under a name. */
export async function noteForSandbox(db: Queryable, name: string, value: string): Promise<void> {
  await db
    .insertInto('sandbox')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
