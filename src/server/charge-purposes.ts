import type { ChargePurposes } from './charges/service.ts';
import { registrationCharges } from './customers/profile/service.ts';
import { debitCharges } from './servicing/debits/service.ts';
import { membershipCharges } from './servicing/memberships/charge.ts';
import { paymentCharges } from './servicing/payments/service.ts';

/** The features that have cards charged, by what for. */
export const chargePurposes: ChargePurposes = {
  payment: paymentCharges,
  instalment: debitCharges,
  membership: membershipCharges,
  registration: registrationCharges,
};
