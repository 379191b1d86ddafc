import { ofLoan, type PersonalData } from '../../platform/personal-data.ts';

/** A payout's resolution is kept with the books. */
export const personalData: PersonalData = {
  held: {
    disbursement_ruling: {
      label: 'Entregas de dinero resueltas con comprobante',
      where: ofLoan,
      omit: ['asked_by', 'approved_by', 'file_id'],
    },
  },
};
