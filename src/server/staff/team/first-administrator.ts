import { sql } from 'kysely';
import { COUNTRIES } from '../../../countries/countries.ts';
import type { Dependencies } from '../../dependencies.ts';
import { transaction } from '../../platform/database.ts';
import { writeAudit } from '../actions/service.ts';
import { addMember, changeMember } from './members.ts';

/** The command, as the audit names it. */
const action = 'npm run staff';

/**
 * Lets the first administrator in, whom nobody could invite. With one there, people are invited in the console.
 * @returns what became of it
 */
export function addFirstAdministrator(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  { email, name }: { readonly email: string; readonly name: string },
): Promise<'added' | 'there is one' | 'known address'> {
  return transaction(db, async (tx) => {
    const present = await tx
      .selectFrom('staff_member')
      .select('id')
      .where('state', '=', 'active')
      .where(sql<boolean>`'administrator' = any(roles)`)
      .executeTakeFirst();
    if (present) return 'there is one';
    const at = clock.now();
    const person = {
      email: email.toLowerCase(),
      name,
      countries: COUNTRIES,
      roles: ['administrator'] as const,
    };
    const id = await addMember(tx, { ...person, by: action, at });
    if (id === undefined) return 'known address';
    await changeMember(tx, id, { state: 'active' }, { by: action, at });
    const facts = { subject: `staff:${id}`, subjectName: name, after: { roles: person.roles } };
    const origin = { requestId: '', address: '', device: action };
    await writeAudit(tx, { ...facts, at, staffId: id, action, origin });
    return 'added';
  });
}
