import type { OutputOf } from '../contract/contract.ts';

/** Plans of an amount, with and without membership (docs/product/offer.md#plan). */
export type PlanOptions = OutputOf<'GET /api/v1/clients/loan-options/{amount}'>['result'];
/** One instalment plan: amounts in currency units, rates as fractions. */
export type Plan = PlanOptions['membership']['plans'][number];
