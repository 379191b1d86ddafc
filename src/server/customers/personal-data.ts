import { sql } from 'kysely';
import { UNKNOWN_DAY, type PersonalData } from '../platform/personal-data.ts';

/**
 * The customer's own row: closed permanently at once; the identity is erased when no law requires it to be
 * kept any longer.
 */
export const personalData: PersonalData = {
  held: {
    customer: {
      label: 'Datos personales',
      where: sql<boolean>`t.id = c.id`,
      omit: ['password_hash', 'version', 'changed_by'],
      heading: 'Datos personales y de contacto',
    },
  },
  async contact(tx, { clock }, person) {
    const now = clock.now();
    await tx
      .updateTable('customer')
      .set({
        email: person.noEmail,
        cellphone: '',
        cellphone_prefix: '',
        email_proved_at: null,
        email_proved_by: '',
        phone_proved_at: null,
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
  /** Makes the document available for a new account. */
  async identity(tx, _deps, { customerId, token }) {
    await tx
      .updateTable('customer')
      .set({
        first_name: 'Datos',
        last_name: 'suprimidos',
        document_number: token,
        legal_number: '',
        birthdate: UNKNOWN_DAY,
        document_proved_at: null,
        document_proved_by: '',
        gender: '',
      })
      .where('id', '=', customerId)
      .execute();
  },
};
