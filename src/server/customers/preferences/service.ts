import { sql } from 'kysely';
import type { Optional } from '../../platform/column-types.ts';
import { paths } from '../../../contract/paths.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { SmsMessage } from '../../../countries/messages/messages.ts';
import type { WhatsAppKind } from '../../../countries/messages/whatsapp-templates.ts';
import type { CellPhone } from '../../../countries/identifiers/phones.ts';
import type { Dependencies } from '../../dependencies.ts';
import { goesByWhatsApp, shortMessage } from '../../messages/service.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import { publicUrlOf } from '../../platform/public-url.ts';
import { ofCustomer, type PersonalData } from '../../platform/personal-data.ts';

/** Customer's channels, and the messages they switched off. */
export interface Contact {
  readonly customerId: number;
  readonly country: CountryCode;
  readonly firstName: string;
  readonly documentNumber: string;
  readonly email: string;
  readonly cellphone: Optional<CellPhone>;
  readonly hasDebits: boolean;
  /** Hash in the address of the page that changes preferences without a login. */
  readonly hash: string;
}

/** SQL condition: the customer of the loan `l` has switched debits off. */
export const debitsAreOff = sql<boolean>`exists (
  select from contact_preference p where p.customer_id = l.customer_id and p.debits_off_at is not null)`;

/** SQL condition: the phone of the customer `c` was verified, and is not known to be another person's. */
export const usablePhone = sql<boolean>`(c.contact_data_verified = 1 and not exists (
  select from contact_preference p where p.customer_id = c.id and p.wrong_cellphone = c.cellphone))`;

/**
 * Contacts of many customers, in two statements. Creates the hash of the preferences page for those without
 * one.
 */
export async function contactsOf(
  tx: Tx,
  { clock, random }: Pick<Dependencies, 'clock' | 'random'>,
  customerIds: readonly number[],
): Promise<ReadonlyMap<number, Contact>> {
  const hashes = customerIds.map(() => random.token());
  await sql`
    insert into contact_preference (customer_id, hash, created_at)
    select given.id, given.hash, ${clock.now()}
    from unnest(${customerIds}::bigint[], ${hashes}::text[]) as given (id, hash)
    on conflict (customer_id) do nothing
  `.execute(tx);
  const rows = await tx
    .selectFrom('customer as c')
    .innerJoin('contact_preference as p', 'p.customer_id', 'c.id')
    .select(['c.id', 'c.country', 'c.first_name', 'c.document_number', 'c.email', 'c.cellphone'])
    .select(['p.hash', 'p.debits_off_at'])
    .where(sql<boolean>`c.id = any(${customerIds}::bigint[])`)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        customerId: row.id,
        country: row.country,
        firstName: row.first_name,
        documentNumber: row.document_number,
        email: row.email,
        cellphone: row.cellphone,
        hasDebits: row.debits_off_at === null,
        hash: row.hash,
      },
    ]),
  );
}

/** Address for changing preferences without a login. */
export function preferencesUrl(config: Dependencies['config'], { country, hash }: Contact): string {
  return publicUrlOf(config, country) + paths.preferencesOf(hash);
}

/**
 * Customers with a kind of message by WhatsApp: it is enabled in their country, and they agreed at sign-up or
 * later.
 */
export async function agreedToWhatsApp(
  db: Queryable,
  { config }: Pick<Dependencies, 'config'>,
  country: CountryCode,
  kind: WhatsAppKind,
  customerIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (!goesByWhatsApp(config, country, kind)) return new Set();
  const { rows } = await sql<{ id: number }>`
    select c.id from customer c
    left join contact_preference p on p.customer_id = c.id
    left join lead l on l.id = c.lead_id
    where c.id = any(${customerIds}::bigint[]) and coalesce(p.whatsapp, l.whatsapp_tc, false)
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** SMS to one customer, or the WhatsApp message tried first. */
export async function shortMessageTo(
  db: Queryable,
  deps: Pick<Dependencies, 'config'>,
  { country, customerId }: { readonly country: CountryCode; readonly customerId: number },
  sms: SmsMessage,
) {
  const agreed = await agreedToWhatsApp(db, deps, country, sms.template.kind, [customerId]);
  return shortMessage(deps.config, country, sms, agreed.has(customerId));
}

/**
 * Turns off the channels that a contact's result refuses: calls, or every channel of a number that is not
 * theirs, until the customer has another number.
 */
export async function turnChannelsOff(
  tx: Tx,
  deps: Pick<Dependencies, 'clock' | 'random'>,
  customerId: number,
  why: 'wrong-number' | 'wants-no-calls',
): Promise<void> {
  await contactsOf(tx, deps, [customerId]);
  const at = deps.clock.now();
  await tx
    .updateTable('contact_preference')
    .set(
      why === 'wants-no-calls'
        ? { calls_off_at: at }
        : { wrong_cellphone: sql<CellPhone>`(select cellphone from customer where id = ${customerId})` },
    )
    .where('customer_id', '=', customerId)
    .execute();
}

/**
 * Stops contact of the others who gave a number that one customer has verified, until they have another, and
 * allows it for that customer.
 */
export async function noteWhoseNumber(
  tx: Tx,
  deps: Pick<Dependencies, 'clock' | 'random'>,
  customerId: number,
  { cellphone, others }: { readonly cellphone: CellPhone; readonly others: readonly number[] },
): Promise<void> {
  if (others.length > 0) {
    await contactsOf(tx, deps, others);
    await tx
      .updateTable('contact_preference')
      .set({ wrong_cellphone: cellphone })
      .where('customer_id', 'in', others)
      .execute();
  }
  await tx
    .updateTable('contact_preference')
    .set({ wrong_cellphone: null })
    .where('customer_id', '=', customerId)
    .where('wrong_cellphone', '=', cellphone)
    .execute();
}

/** Ends the address of the preferences page that earlier messages have, once another mailbox may hold them. */
export async function replacePreferencesHash(
  tx: Tx,
  { random }: Pick<Dependencies, 'random'>,
  customerId: number,
): Promise<void> {
  await tx
    .updateTable('contact_preference')
    .set({ hash: random.token() })
    .where('customer_id', '=', customerId)
    .execute();
}

/** Erasure deletes the message preferences, and with them the page that changes them. */
export const personalData: PersonalData = {
  held: {
    contact_preference: { label: 'Preferencias de avisos y débitos', where: ofCustomer, omit: ['hash'] },
  },
  async contact(tx, _deps, { customerId }) {
    await tx.deleteFrom('contact_preference').where('customer_id', '=', customerId).execute();
  },
};
