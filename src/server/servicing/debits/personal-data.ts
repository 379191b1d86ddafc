import { ofCustomer, type PersonalData } from '../../platform/personal-data.ts';

export const personalData: PersonalData = {
  held: { instalment_debit: { label: 'Débitos de cuotas', where: ofCustomer } },
};
