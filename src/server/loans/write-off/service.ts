import { ofLoan, type PersonalData } from '../../platform/personal-data.ts';

export { canBeWrittenOff, undoWriteOff, writeOffCommands, writeOffLoan } from './commands.ts';
export { writeOffMonths, writeOffsOf, type StoredWriteOff } from './queries.ts';

export const personalData: PersonalData = {
  held: {
    loan_write_off: {
      label: 'Préstamos castigados en la contabilidad',
      where: ofLoan,
      omit: ['asked_by', 'approved_by', 'file_id'],
    },
    loan_write_off_undone: {
      label: 'Castigos deshechos',
      where: ofLoan,
      omit: ['asked_by', 'approved_by'],
    },
  },
};
