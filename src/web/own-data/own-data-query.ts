import type { OutputOf } from '../../contract/contract.ts';

/** Summary of the customer's stored data, and the state of its erasure. */
export type OwnData = OutputOf<'GET /api/v3/own-data'>['result'];
