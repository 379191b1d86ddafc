export {
  askForCharge,
  dropCharge,
  reserveCharges,
  sendCharge,
  sendCharges,
  settleCharges,
} from './charge.ts';
export { personalData } from './personal-data.ts';
export type { Charge, ChargePurpose, ChargePurposes } from './purposes.ts';
export { chargeUnderWay, endAnswering, isBeingAnswered } from './queries.ts';
