export { withdrawalCommands } from './commands.ts';
export { withdrawFor } from './own-request.ts';
export { personalData } from './personal-data.ts';
export { undoMemberships } from './end-membership.ts';
export { unconfirmedDay } from './remind-unconfirmed.ts';
export { lapseReturns } from './lapse-returns.ts';
export { followWithdrawn } from './return-state.ts';
