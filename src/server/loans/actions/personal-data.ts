import { ofLoan, type PersonalData } from '../../platform/personal-data.ts';

export const personalData: PersonalData = {
  held: {
    // Copies in an earlier release's table are omitted: `loan_action` has them all.
    loan_action: { label: 'Cambios de tus préstamos', where: ofLoan, heading: 'Cambios de tus préstamos' },
    agreed_row: { label: 'Cuotas de acuerdos', where: ofLoan },
    loan_action_undone: { label: 'Cambios que se deshicieron', where: ofLoan },
    loan_action_paper: {
      label: 'Archivos de cambios aceptados',
      where: ofLoan,
      omit: ['storage_key', 'due_at', 'tries'],
    },
    plan_offer: { label: 'Planes que te ofrecimos', where: ofLoan },
  },
};
