export { canBeWrittenOff, undoWriteOff, writeOffCommands, writeOffLoan } from './commands.ts';
export { personalData } from './personal-data.ts';
export { writeOffMonths, writeOffsOf, type StoredWriteOff } from './queries.ts';
