import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { rowId } from './fields.ts';
import { because, byId, moneyTraits, stale } from './money-fields.ts';

export const WRITE_OFF_REASONS = ['not-collectable', 'not-found', 'deceased', 'identity-fraud'] as const;
export const UNDO_WRITE_OFF_REASONS = ['by-mistake', 'pays-again'] as const;

/** Write-off of a loan's capital (docs/console.md#castigar-un-préstamo). The version is that of the loan's ledger. */
export const staffWriteOffs = {
  'POST /api/staff/money/loans/{id}/write-off': endpoint({
    ...moneyTraits,
    summary:
      'Carry what a loan owes of capital as lost, once a second person approves; the borrower owes the same',
    daily: { everybody: 50, head: 100 },
    reasons: WRITE_OFF_REASONS,
    params: byId,
    body: z.strictObject({ file: rowId, ...because(WRITE_OFF_REASONS) }),
    failures: [...stale, 'evidence_missing', 'write_off_state', 'write_off_early'],
  }),
  'POST /api/staff/money/loans/{id}/write-off/undo': endpoint({
    ...moneyTraits,
    summary: 'Undo a write-off of which nothing was recovered, once a second person approves',
    daily: { everybody: 50, head: 100 },
    reasons: UNDO_WRITE_OFF_REASONS,
    params: byId,
    body: z.strictObject({ ...because(UNDO_WRITE_OFF_REASONS) }),
    failures: [...stale, 'write_off_state', 'write_off_recovered'],
  }),
};
