import type { DocumentNumber } from '../../../countries/country.ts';
import type { OutputOf, ParsedOf } from '../../../contract/contract.ts';
import { CANCELLATION_REASONS, OTHER_REASON_NEEDED } from '../../../countries/law/cancellation-reasons.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { isActive } from '../../../domain/loan-state.ts';
import type { Dependencies } from '../../dependencies.ts';
import { accountOf, lockLoans } from '../../loans/service.ts';
import type { Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import { fail, failFields, ok, type Result } from '../../platform/http/result.ts';
import type { Origin } from '../../platform/http/route.ts';
import { moveTicket, openTicket } from '../../support/tickets/service.ts';
import { sql } from 'kysely';
import { ofCustomer, type PersonalData } from '../../platform/personal-data.ts';

export { cancellationCommands } from './commands.ts';

const key = 'POST /api/v3/cancellation';

interface Reason {
  readonly slug: string;
  readonly title: string;
  /** Free text; '' if the person wrote none. */
  readonly otherReason: string;
}

/**
 * Checks that id and slug name the same reason; free text is allowed only with 'other', which requires it
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
 * Opens a support ticket for the request. Without an active loan the answer is the same as for an unknown
 * document, as on the public balance. The owner's request replaces a stranger's; any other is refused while
 * one is under review.
 */
export async function askToCancel(
  tx: Tx,
  deps: Pick<Dependencies, 'clock' | 'random'>,
  asked: Reason & {
    readonly country: CountryCode;
    readonly documentNumber: DocumentNumber;
    /** Logged-in customer. */
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
  const isOwn = askedBy === customerId;
  await lockLoans(tx, [loan.id]);
  const open = await openRequest(tx, loan.id);
  if (open && (open.is_own || !isOwn)) return fail('cancellation_in_process');
  const ticket = await openTicket(tx, deps, {
    country,
    customerId,
    kind: 'cancelación',
    subject: 'Solicitud de cancelación del préstamo',
    content: otherReason === '' ? title : `${title}: ${otherReason}`,
    documentNumber,
    isStrangers: !isOwn,
  });
  const said = {
    reason: slug,
    other_reason: otherReason,
    ticket_id: ticket.id,
    is_own: isOwn,
    created_at: at,
  };
  if (open) await takeOver(tx, deps, open, said);
  else
    await tx
      .insertInto('cancellation_request')
      .values({ country, customer_id: customerId, loan_id: loan.id, ...said })
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

/** Loan's request under review; the caller has locked the loan. */
function openRequest(tx: Tx, loanId: number) {
  return tx
    .selectFrom('cancellation_request')
    .select(['id', 'is_own', 'ticket_id', 'version'])
    .where('loan_id', '=', loanId)
    .where('state', '=', 'under-review')
    .forUpdate()
    .executeTakeFirst();
}

type OpenRequest = NonNullable<Awaited<ReturnType<typeof openRequest>>>;

/** Replaces a stranger's request with the owner's. The stranger's ticket is closed and kept for the staff. */
async function takeOver(
  tx: Tx,
  deps: Pick<Dependencies, 'clock'>,
  { id, ticket_id: strangersTicket, version }: OpenRequest,
  said: object,
): Promise<void> {
  await tx
    .updateTable('cancellation_request')
    .set({ ...said, version: version + 1 })
    .where('id', '=', id)
    .execute();
  if (strangersTicket !== null) await moveTicket(tx, deps, strangersTicket, 'closed');
}

export const personalData: PersonalData = {
  held: {
    // Requests made by strangers in the customer's name are not the customer's data.
    cancellation_request: {
      label: 'Pedidos de baja',
      where: sql<boolean>`${ofCustomer} and t.is_own`,
    },
  },
};
