import { ofLoan, type PersonalData } from '../../platform/personal-data.ts';

export const personalData: PersonalData = {
  held: {
    loan_docket: { label: 'Contratos', where: ofLoan, omit: ['storage_key', 'sha256'] },
  },
};
