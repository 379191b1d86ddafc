import { sql, type RawBuilder } from 'kysely';
import type { CountryCode } from '../../../countries/countries.ts';
import type { Tx } from '../../platform/database.ts';
import type { Origin } from '../../platform/http/route.ts';

/**
 * Facts of an action for the audit, worded to last, since the row never changes. Contains no personal data of
 * borrowers.
 */
export interface Facts {
  /** Kind and id of the affected record, such as `staff:12`. */
  readonly subject: string;
  readonly subjectName: string;
  readonly customerId?: number;
  readonly country?: CountryCode;
  readonly reasonCode?: string;
  readonly reason?: string;
  readonly before?: object;
  readonly after?: object;
  /** Centavos that it moves. */
  readonly amount?: number;
  /**
   * Equal for decisions that exclude each other while one waits for a second person; defaults to the subject, or to the
   * action and subject where independent decisions are made about one subject.
   */
  readonly slot?: string;
  /** The request that was decided, and who had made it. */
  readonly approval?: { readonly id: number; readonly requestedBy: number };
}

export interface Deed extends Facts {
  readonly at: Date;
  readonly staffId: number;
  readonly action: string;
  readonly origin: Pick<Origin, 'requestId' | 'address' | 'device'>;
}

/** Writes one audit row, in the transaction of the action. */
export async function writeAudit(tx: Tx, deed: Deed): Promise<void> {
  await tx
    .insertInto('staff_audit')
    .values({
      at: deed.at,
      staff_id: deed.staffId,
      action: deed.action,
      subject: deed.subject,
      subject_name: deed.subjectName,
      country: deed.country ?? null,
      customer_id: deed.customerId ?? null,
      reason_code: deed.reasonCode ?? '',
      reason: deed.reason ?? '',
      request_id: deed.origin.requestId,
      address: deed.origin.address,
      device: deed.origin.device,
      before: JSON.stringify(deed.before ?? {}),
      after: JSON.stringify(deed.after ?? {}),
      approval_id: deed.approval?.id ?? null,
      requested_by: deed.approval?.requestedBy ?? null,
    })
    .execute();
}

/** SQL condition: an audit row about a Compliance hold, or a match that may lead to one. */
export const ofComplianceHold = (row: RawBuilder<unknown>) =>
  sql<boolean>`(coalesce(${row}.before ->> 'hold', '') = 'compliance' or coalesce(${row}.after ->> 'hold', '') = 'compliance'
    or ${row}.action like '%/api/staff/screening/%')`;
