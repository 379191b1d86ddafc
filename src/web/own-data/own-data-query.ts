import type { OutputOf } from '../../contract/contract.ts';

/** What is held about the customer, in short, and how its erasure stands. */
export type OwnData = OutputOf<'GET /api/v3/own-data'>['result'];
