import { ofCustomer, type PersonalData } from '../../platform/personal-data.ts';

export { debitProspect, debitsOfLoans, type DebitProspect } from './ahead.ts';
export { announcementsName } from './announce.ts';
export { debitCharges } from './charge.ts';

export const personalData: PersonalData = {
  held: { instalment_debit: { label: 'Débitos de cuotas', where: ofCustomer } },
};
