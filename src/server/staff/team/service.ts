import { sql } from 'kysely';
import { COUNTRIES } from '../../../countries/countries.ts';
import type { Dependencies } from '../../dependencies.ts';
import { transaction } from '../../platform/database.ts';
import { writeAudit } from '../actions/service.ts';
import { enrolmentUrl, leastPasskeys, openEnrolment } from '../passkeys/service.ts';
import { addMember, changeMember } from './members.ts';

export { actorOf, membersWho } from './members.ts';
export { authenticateStaff, sweptStaff } from './sessions.ts';
export { LONGEST_HOURS } from './members.ts';

/** Name of the command in the audit. */
const action = 'npm run staff';

interface FirstAdministrator {
  readonly outcome: 'added' | 'there is one' | 'known address';
  /** Link for adding the first passkey, in an installation without an identity provider. */
  readonly url?: string;
}

/**
 * Adds the first administrator, since there is no one yet to invite them. Once one exists, people are invited
 * in the console.
 * @returns the outcome
 */
export function addFirstAdministrator(
  { db, clock, random, config }: Pick<Dependencies, 'db' | 'clock' | 'random' | 'config'>,
  { email, name }: { readonly email: string; readonly name: string },
): Promise<FirstAdministrator> {
  return transaction(db, async (tx) => {
    const present = await tx
      .selectFrom('staff_member')
      .select('id')
      .where('state', '=', 'active')
      .where(sql<boolean>`'administrator' = any(roles)`)
      .executeTakeFirst();
    if (present) return { outcome: 'there is one' };
    const at = clock.now();
    const person = {
      email: email.toLowerCase(),
      name,
      countries: COUNTRIES,
      roles: ['administrator'] as const,
    };
    const id = await addMember(tx, { ...person, by: action, at });
    if (id === undefined) return { outcome: 'known address' };
    await changeMember(tx, id, { state: 'active' }, { by: action, at });
    const facts = { subject: `staff:${id}`, subjectName: name, after: { roles: person.roles } };
    const origin = { requestId: '', address: '', device: action };
    await writeAudit(tx, { ...facts, at, staffId: id, action, origin });
    const { CONSOLE_URL: url } = config;
    if (leastPasskeys(config) === 0 || url === undefined) return { outcome: 'added' };
    return { outcome: 'added', url: enrolmentUrl(url, await openEnrolment(tx, { clock, random }, id)) };
  });
}
