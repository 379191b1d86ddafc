import type { DocumentNumber } from '../../../countries/country.ts';
import type { OutputOf, ParsedOf } from '../../../contract/contract.ts';
import { CANCELLATION_REASONS, OTHER_REASON_NEEDED } from '../../../countries/law/cancellation-reasons.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { isActive } from '../../../domain/loan-state.ts';
import type { Dependencies } from '../../dependencies.ts';
import { accountOf } from '../../loans/service.ts';
import type { Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import { failFields, ok, type Result } from '../../platform/http/result.ts';
import type { Origin } from '../../platform/http/route.ts';
import { openTicket } from '../../support/tickets/service.ts';

export { cancellationCommands } from './commands.ts';
export { personalData } from './personal-data.ts';

const key = 'POST /api/v3/cancellation';

export interface Reason {
  readonly slug: string;
  readonly title: string;
  /** '' unless the person wrote one. */
  readonly otherReason: string;
}

/**
 * Id and slug name the same reason; words of one's own belong to 'other' only and must be there
 * (docs/product/borrowers-area.md#loan-cancellation).
 */
export function checkReason(body: ParsedOf<typeof key, 'body'>): Result<Reason> {
  const reason = CANCELLATION_REASONS.find(
    ({ id, slug }) => id === body.cancellationReasonId && slug === body.cancellationReasonSlug,
  );
  if (reason === undefined) return failFields({ cancellationReasonId: 'Elegí un motivo para continuar.' });
  const { slug, title, showTextField } = reason;
  const otherReason = body.otherReason;
  if (showTextField && otherReason === '') return failFields({ otherReason: OTHER_REASON_NEEDED });
  if (!showTextField && otherReason !== '')
    return failFields({ otherReason: 'El dato ingresado no es válido.' });
  return ok({ slug, title, otherReason });
}

/**
 * Puts the request before a person of support, as a ticket. Without a loan in force there is nothing to cancel:
 * the same answer for an unknown document, as on the public balance.
 * @throws the violation of `cancellation_request_one_open` while an earlier request is under review
 */
export async function askToCancel(
  tx: Tx,
  deps: Pick<Dependencies, 'clock' | 'random'>,
  asked: Reason & {
    readonly country: CountryCode;
    readonly documentNumber: DocumentNumber;
    /** Who was logged in. */
    readonly askedBy: number | undefined;
    readonly origin: Origin;
  },
): Promise<Result<OutputOf<typeof key>>> {
  const { country, documentNumber, slug, title, otherReason, askedBy, origin } = asked;
  const status = await accountOf(tx, country, documentNumber);
  const loan = status?.loan;
  if (!loan || !isActive(loan.state)) return ok({ result: { cancellationState: 'rejected' as const } });
  const at = deps.clock.now();
  const customerId = status.customerId;
  const ticket = await openTicket(tx, deps, {
    country,
    customerId,
    kind: 'cancelación',
    subject: 'Solicitud de cancelación del préstamo',
    content: otherReason === '' ? title : `${title}: ${otherReason}`,
    documentNumber,
  });
  await tx
    .insertInto('cancellation_request')
    .values({
      country,
      customer_id: customerId,
      loan_id: loan.id,
      reason: slug,
      other_reason: otherReason,
      ticket_id: ticket.id,
      is_own: askedBy === customerId,
      created_at: at,
    })
    .execute();
  await recordEvent(tx, {
    at,
    country,
    kind: 'cancellation-asked',
    customerId,
    loanId: loan.id,
    requestId: origin.requestId,
    address: origin.address,
    detail: { reason: slug },
  });
  return ok({ result: { cancellationState: 'under-review' as const } });
}
