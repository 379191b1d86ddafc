import { ofCustomer, type PersonalData } from '../../platform/personal-data.ts';
import { forgetSocialIdentities } from './queries.ts';

/** Erasing ends every way into the account. */
export const personalData: PersonalData = {
  held: {
    social_identity: { label: 'Cuentas de Google y Facebook', where: ofCustomer },
    session: { label: 'Ingresos', where: ofCustomer, omit: ['digest'], heading: 'Ingresos a tu cuenta' },
    one_time_link: { label: 'Links de ingreso', where: ofCustomer, omit: ['digest'] },
  },
  async contact(tx, _deps, { customerId }) {
    await forgetSocialIdentities(tx, customerId);
    await tx.deleteFrom('session').where('customer_id', '=', customerId).execute();
    await tx.deleteFrom('one_time_link').where('customer_id', '=', customerId).execute();
  },
};
