import { ofLoan, type PersonalData } from '../../platform/personal-data.ts';

/** How a pay-out was settled stays with the books. */
export const personalData: PersonalData = {
  held: {
    disbursement_ruling: {
      label: 'Entregas de dinero resueltas con comprobante',
      where: ofLoan,
      omit: ['asked_by', 'approved_by', 'file_id'],
    },
  },
};
