import type { OutputOf } from '../../contract/contract.ts';

export type Request = OutputOf<'GET /api/staff/requests'>['result'][number];
