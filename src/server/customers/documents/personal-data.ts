import { ofCustomer, type PersonalData } from '../../platform/personal-data.ts';

export const personalData: PersonalData = {
  held: {
    document_check: { label: 'Lectura de tu documento', where: ofCustomer, omit: ['reading'] },
  },
};
