import { ofLoan, type PersonalData } from '../../platform/personal-data.ts';

export const personalData: PersonalData = {
  held: { tax_points: { label: 'IVA devengado', where: ofLoan } },
};
