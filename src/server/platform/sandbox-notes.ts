import type { Queryable } from './database.ts';

/** Value stored by the sandbox under a name; survives restarts. */
export async function sandboxNote(db: Queryable, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('sandbox').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

export async function noteForSandbox(db: Queryable, name: string, value: string): Promise<void> {
  await db
    .insertInto('sandbox')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
