import { ofCustomer, type PersonalData } from '../../platform/personal-data.ts';
import { discardImages } from './image-cleanup.ts';

/**
 * Erasure of the profile: phone codes and cards at once; address, photos and bank accounts together with the
 * identity.
 */
export const personalData: PersonalData = {
  held: {
    phone_code: { label: 'Validación del celular', where: ofCustomer, omit: ['digest'] },
    address: { label: 'Domicilio', where: ofCustomer, heading: 'Domicilio' },
    bank_account: { label: 'Cuentas bancarias', where: ofCustomer, heading: 'Cuentas bancarias' },
    card: {
      label: 'Tarjetas',
      where: ofCustomer,
      omit: ['token', 'stored_token'],
      heading: 'Tarjetas (sin el número completo)',
    },
    card_registration: { label: 'Validaciones de tarjetas', where: ofCustomer },
    image: {
      label: 'Fotos',
      where: ofCustomer,
      omit: ['storage_key', 'thumb_key', 'sha256'],
      heading: 'Fotos de tu documento y tu selfie',
    },
  },
  async contact(tx, { clock }, { customerId }) {
    await tx.deleteFrom('phone_code').where('customer_id', '=', customerId).execute();
    await tx
      .updateTable('card')
      .set({ removed_at: clock.now(), token: '', stored_token: '', bin: '', holder: '' })
      .where('customer_id', '=', customerId)
      .execute();
  },
  async identity(tx, deps, { customerId, token }) {
    await tx.deleteFrom('address').where('customer_id', '=', customerId).execute();
    await discardImages(tx, deps, customerId);
    await tx
      .updateTable('bank_account')
      .set({ account_number: token, legal_number: '', account_holder: '', removed_at: deps.clock.now() })
      .where('customer_id', '=', customerId)
      .execute();
  },
};
