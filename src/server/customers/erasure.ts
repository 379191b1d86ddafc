import type { CountryCode } from '../../countries/country-pack.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Tx } from '../platform/database.ts';

/** Stands where a birthday was. */
export const UNKNOWN_DAY = '1900-01-01';
/** A domain that RFC 2606 keeps free for ever: no message can reach anybody there. */
export const NOWHERE = 'suprimido.invalid';

/** Whose data is erased, as it was before, and what stands in its place. */
export interface ErasedPerson {
  readonly customerId: number;
  readonly country: CountryCode;
  readonly email: string;
  readonly cellphone: string;
  readonly leadId: number | null;
  /** Stands where something unique was. */
  readonly token: string;
  /** An address that reaches nobody. */
  readonly noEmail: string;
}

/** Locks the customer for an erasure. */
export async function lockForErasure(
  tx: Tx,
  { chance }: Pick<Dependencies, 'chance'>,
  customerId: number,
): Promise<ErasedPerson> {
  const { country, lead_id, ...contact } = await tx
    .selectFrom('customer')
    .select(['country', 'email', 'cellphone', 'lead_id'])
    .where('id', '=', customerId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const token = chance.token();
  const noEmail = `${token}@${NOWHERE}`.toLowerCase();
  return { customerId, country: country as CountryCode, ...contact, leadId: lead_id, token, noEmail };
}

/** The customer's own row: closed for ever at once, the identity when nothing has to be kept any more. */
export const eraseCustomer = {
  async contact(tx: Tx, { clock }: Pick<Dependencies, 'clock'>, person: ErasedPerson): Promise<void> {
    const now = clock.now();
    await tx
      .updateTable('customer')
      .set({
        email: person.noEmail,
        cellphone: '',
        cellphone_prefix: '',
        password_hash: null,
        selected_option: '',
        referrer: '',
        parameter: '',
        referral_code: person.token.slice(0, 16),
        disabled_at: now,
        erased_at: now,
      })
      .where('id', '=', person.customerId)
      .execute();
  },
  /** The document is free again for a new account. */
  async identity(
    tx: Tx,
    _deps: unknown,
    { customerId, token }: Pick<ErasedPerson, 'customerId' | 'token'>,
  ): Promise<void> {
    await tx
      .updateTable('customer')
      .set({
        first_name: 'Datos',
        last_name: 'suprimidos',
        document_number: token,
        legal_number: '',
        birthdate: UNKNOWN_DAY,
        gender: '',
      })
      .where('id', '=', customerId)
      .execute();
  },
};
