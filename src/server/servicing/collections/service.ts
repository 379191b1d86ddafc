export { personalData } from './personal-data.ts';
export { assignCase, releaseCase, RESERVED_MINUTES, reserveCase, setNextLook } from './cases.ts';
export {
  countRefusals,
  openCall,
  openGate,
  sendThroughGate,
  type ContactAsk,
  type Contacted,
  type ContactKind,
  type Gate,
} from './gate.ts';
export {
  HARDSHIP_REASONS,
  hardshipAgainOn,
  hardshipOf,
  startHardship,
  type HardshipReason,
} from './hardship.ts';
export {
  extendPromise,
  makePromise,
  owedOn,
  promisesOf,
  type NewPromise,
  type ShownPromise,
} from './promises.ts';
export {
  CONTACT_RESULTS,
  contactHistory,
  recordResult,
  type ContactResultKind,
  type NewContactResult,
  type ShownContact,
} from './results.ts';
