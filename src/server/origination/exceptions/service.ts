export { personalData } from './personal-data.ts';
export {
  changeException,
  claimLeadExceptions,
  claimNext,
  dropClaim,
  endWaiting,
  exceptionById,
  lockApplicant,
  lockException,
  openException,
  refuseStale,
  storeClaims,
  waitsForBureau,
  type CreditException,
  type ExceptionState,
} from './rows.ts';
