import { ofCustomer, ofLoan, type PersonalData } from '../../platform/personal-data.ts';

export const personalData: PersonalData = {
  held: {
    membership: { label: 'Membresías', where: ofCustomer },
    membership_charge: { label: 'Cobros de la membresía', where: ofLoan },
    membership_return: { label: 'Devoluciones de la membresía', where: ofLoan },
  },
};
