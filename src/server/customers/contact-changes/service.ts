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

export { personalData } from './personal-data.ts';

const dayMs = 86_400_000;
export const sealPurpose = 'contact-change';

export interface FormerContact {
  readonly email?: string;
  /** Time and method of the proof of the address; null where it was not proved. */
  readonly provedAt?: Date | string | null;
  readonly provedBy?: string;
  readonly cellphone?: string;
  readonly prefix?: string;
}

/** Records that the staff corrected a contact. @returns the address at which the person can undo it */
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
 * End of the wait for new loans, new accounts and refunds after the staff corrected a contact: until the days have
 * passed or the document has been read again. Null: nothing waits.
 */
export const waitAfterContactChange = (
  customerId: number | RawBuilder<unknown>,
  now: Date,
) => sql<Date | null>`(
  select c.waits_until from contact_change c
  where c.customer_id = ${customerId}::bigint and c.waits_until > ${now} and not exists (
    select from document_check d
    where d.customer_id = c.customer_id and d.outcome = 'match' and d.checked_at > c.changed_at)
  order by c.waits_until desc limit 1)`;

/** The failure of a loan or an account that {@link waitAfterContactChange} holds back. */
export function failContactChanged(waitsUntil: Date, country: CountryCode): Failure {
  const day = formatDate(localDate(waitsUntil, country));
  return fail('contact_changed', {
    message: `Hace poco cambiamos cómo te contactamos. Por seguridad, los préstamos y las cuentas nuevas esperan hasta el ${day}, o hasta que vuelvas a subir las fotos de tu documento.`,
  });
}

/** The end of that wait for a customer; undefined if nothing waits. */
export async function contactChangeWait(
  tx: Tx,
  { clock }: Pick<Dependencies, 'clock'>,
  customerId: number,
): Promise<Date | undefined> {
  const { rows } = await sql<{ until: Date | null }>`
    select ${waitAfterContactChange(customerId, clock.now())} as until`.execute(tx);
  return rows[0]?.until ?? undefined;
}

/** Refuses a loan or an account while {@link waitAfterContactChange} holds it back. */
export async function refuseAfterContactChange(
  tx: Tx,
  deps: Pick<Dependencies, 'clock'>,
  { id, country }: { readonly id: number; readonly country: CountryCode },
): Promise<Failure | undefined> {
  const until = await contactChangeWait(tx, deps, id);
  return until ? failContactChanged(until, country) : undefined;
}
