import { sql, type RawBuilder } from 'kysely';
import { paths } from '../../../contract/paths.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { localDate } from '../../../countries/local-time.ts';
import { formatDate } from '../../../domain/calendar-date.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import { fail, type Failure } from '../../platform/http/result.ts';
import { publicUrlOf } from '../../platform/public-url.ts';
import { digestOf } from '../../platform/secrets.ts';
import { ofCustomer, type PersonalData } from '../../platform/personal-data.ts';

const dayMs = 86_400_000;
export const sealPurpose = 'contact-change';

export interface FormerContact {
  readonly email?: string;
  /** Time and method of the address's verification; null if it was not verified. */
  readonly provedAt?: Date | string | null;
  readonly provedBy?: string;
  readonly cellphone?: string;
  readonly prefix?: string;
}

/** Records a staff correction of a contact. @returns address at which the person can undo it */
export async function noteContactChange(
  tx: Tx,
  { clock, random, vault, config }: Pick<Dependencies, 'clock' | 'random' | 'vault' | 'config'>,
  change: {
    readonly country: CountryCode;
    readonly customerId: number;
    readonly kind: 'email' | 'phone';
    readonly former: FormerContact;
  },
): Promise<string> {
  const [at, hash] = [clock.now(), random.token()];
  await tx
    .insertInto('contact_change')
    .values({
      country: change.country,
      customer_id: change.customerId,
      kind: change.kind,
      former: vault.encrypt(sealPurpose, JSON.stringify(change.former)),
      digest: digestOf(hash),
      changed_at: at,
      waits_until: new Date(at.getTime() + config.CONTACT_CHANGE_DAYS * dayMs),
    })
    .execute();
  return publicUrlOf(config, change.country) + paths.contactChange(hash);
}

/**
 * End of the wait for new loans, accounts and refunds after a staff correction of a contact: until the
 * configured days have passed or the document has been verified again. Null without a wait.
 */
export const waitAfterContactChange = (
  customerId: number | RawBuilder<unknown>,
  now: Date,
) => sql<Date | null>`(
  select max(c.waits_until) from contact_change c
  where c.customer_id = ${customerId}::bigint and c.waits_until > ${now} and not exists (
    select from document_check d
    where d.customer_id = c.customer_id and d.outcome = 'match' and d.checked_at > c.changed_at))`;

/** SQL condition: staff corrected the customer's address after a time, or the customer undid that. */
export const isAddressChangedSince = (customerId: RawBuilder<unknown>, since: RawBuilder<unknown>) =>
  sql<boolean>`exists (
    select from contact_change c where c.customer_id = ${customerId} and c.kind = 'email' and c.changed_at > ${since})`;

/** Failure of a loan or account during {@link waitAfterContactChange}. */
export function failContactChanged(waitsUntil: Date, country: CountryCode): Failure {
  const day = formatDate(localDate(waitsUntil, country));
  return fail('contact_changed', {
    message: `Hace poco cambiamos cómo te contactamos. Por seguridad, los préstamos y las cuentas nuevas esperan hasta el ${day}, o hasta que vuelvas a subir las fotos de tu documento.`,
  });
}

/** End of that wait for a customer; undefined without one. */
export async function contactChangeWait(
  tx: Tx,
  { clock }: Pick<Dependencies, 'clock'>,
  customerId: number,
): Promise<Date | undefined> {
  const { rows } = await sql<{ until: Date | null }>`
    select ${waitAfterContactChange(customerId, clock.now())} as until`.execute(tx);
  return rows[0]?.until ?? undefined;
}

/** Refuses a loan or an account during {@link waitAfterContactChange}. */
export async function refuseAfterContactChange(
  tx: Tx,
  deps: Pick<Dependencies, 'clock'>,
  { id, country }: { readonly id: number; readonly country: CountryCode },
): Promise<Failure | undefined> {
  const until = await contactChangeWait(tx, deps, id);
  return until ? failContactChanged(until, country) : undefined;
}

export const personalData: PersonalData = {
  held: { contact_change: { label: 'Cambios de contacto', where: ofCustomer, omit: ['former', 'digest'] } },
  async contact(tx, _deps, { customerId }) {
    await tx
      .updateTable('contact_change')
      .set({ former: null })
      .where('customer_id', '=', customerId)
      .execute();
  },
};
