import { ofCustomer, type PersonalData } from '../../platform/personal-data.ts';
import { forgetPasskeys } from './passkey-rows.ts';
import { forgetSocialIdentities } from './queries.ts';

/** Erasure removes every way to log in. */
export const personalData: PersonalData = {
  held: {
    social_identity: { label: 'Cuentas de Google y Facebook', where: ofCustomer },
    session: { label: 'Ingresos', where: ofCustomer, omit: ['digest'], heading: 'Ingresos a tu cuenta' },
    customer_passkey: {
      label: 'Llaves de acceso',
      where: ofCustomer,
      omit: ['credential_id', 'public_key', 'counter', 'transports'],
      heading: 'Llaves de acceso',
    },
    one_time_link: { label: 'Links de ingreso', where: ofCustomer, omit: ['digest'] },
  },
  async contact(tx, _deps, { customerId }) {
    await forgetSocialIdentities(tx, customerId);
    await forgetPasskeys(tx, customerId);
    await tx.deleteFrom('session').where('customer_id', '=', customerId).execute();
    await tx.deleteFrom('one_time_link').where('customer_id', '=', customerId).execute();
  },
};
