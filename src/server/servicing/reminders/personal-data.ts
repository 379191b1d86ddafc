import { ofCustomer, ofLoan, type PersonalData } from '../../platform/personal-data.ts';

export const personalData: PersonalData = {
  held: {
    reminder_notice: { label: 'Recordatorios', where: ofCustomer },
    reminder: { label: 'Cuotas de los recordatorios', where: ofLoan },
  },
};
