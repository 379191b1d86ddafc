import { packOf } from '../../countries/index.ts';
import { parseUnits, type Centavos } from '../../domain/money.ts';
import { parseOptionId } from '../../domain/option-id.ts';
import { docketRows } from '../origination/agreements/service.ts';
import { agreeMembership, membershipPrice as membershipPriceOf } from '../servicing/memberships/service.ts';
import { messageQueue } from '../messages/service.ts';
import { priceForConfirmation } from '../origination/offers/service.ts';
import { sendStatement, type Tx } from '../platform/database.ts';
import { fail, ok, type Result } from '../platform/http/result.ts';
import { acceptedDocuments } from './acceptance.ts';
import { isComplete, lockApplicant, readAfterLock } from './applicant.ts';
import type { AcceptedLoan, ConfirmDependencies, Confirmation } from './confirmation.ts';
import { deliveryOf, deliveryTypeOf } from './delivery.ts';
import { disbursementRows } from './disbursement-queue.ts';
import { loanStatement } from './store-loan.ts';

/**
 * Confirms a loan (docs/product/confirmation.md#conditions): checks everything, prices again, and writes
 * loan, schedule, evidence, ledger, payout order, job, event and message, all in the caller's transaction.
 * @returns the loan's public id
 */
export async function confirmLoan(
  deps: ConfirmDependencies,
  tx: Tx,
  confirmation: Confirmation,
): Promise<Result<{ readonly loanId: number; readonly publicId: string }>> {
  const now = deps.clock.now();
  const checked = await checkConfirmation(deps, tx, confirmation, now);
  if (!checked.ok) return checked;
  const loan = checked.value;
  const { id: loanId } = loan;
  const documents = acceptedDocuments(loan.applicant, loan.price.plan, deps.config.BRAND, now);
  const publicId = deps.random.token();
  sendStatement(tx, loanStatement(deps, { ...loan, publicId, documents, confirmation, now }).compile(tx));
  if (loan.membershipPrice !== undefined) {
    const { country, id: customerId } = loan.applicant;
    const { taxRate } = loan.price.terms;
    await agreeMembership(tx, deps, { loanId, country, customerId, price: loan.membershipPrice, taxRate });
  }
  for (const queue of [messageQueue, disbursementRows.name, docketRows.name]) deps.jobs.wake(tx, queue);
  return ok({ loanId, publicId });
}

async function checkConfirmation(
  deps: ConfirmDependencies,
  tx: Tx,
  { customerId, country, body }: Confirmation,
  now: Date,
): Promise<Result<AcceptedLoan>> {
  const pack = packOf(country);
  const { selectedId, maxId, installmentsQuantity } = body.creditStructure;
  const isMembershipIncluded = body.isMembershipIncluded ?? parseOptionId(selectedId)?.isMembership ?? false;
  // Sent together: the lock comes first, what follows runs when it is held.
  const [applicant, { loanId, hasActiveLoan, accounts }, price] = await Promise.all([
    lockApplicant(tx, customerId, country),
    readAfterLock(tx, customerId),
    priceForConfirmation(
      { db: deps.db, on: tx },
      {
        customerId,
        country,
        selectedId,
        maxId,
        instalments: installmentsQuantity,
        isMembershipIncluded,
        now,
      },
    ),
  ]);
  if (hasActiveLoan) return fail('active_loan');
  const deliveryType = deliveryTypeOf(pack, applicant, body.deliveryPoint);
  if (!deliveryType || !isComplete(pack, applicant, deliveryType)) return fail('verification_missing');
  if (isMembershipIncluded && !applicant.hasMembershipEnabled) return fail('offer_unknown');
  if (!price.ok) return price;
  const membershipPrice = price.value.isMembership ? await membershipPriceOf(tx, country) : undefined;
  // Charged is what the review showed, or nothing is confirmed.
  const { membershipPrice: seen } = body;
  if (seen !== undefined && membershipPrice !== undefined && !isSamePrice(seen, membershipPrice))
    return fail('membership_price');
  const delivery = deliveryOf(pack, applicant, deliveryType, body, accounts);
  if (!delivery.ok) return delivery;
  return ok({ id: loanId, applicant, price: price.value, membershipPrice, delivery: delivery.value });
}

function isSamePrice(units: number, price: Centavos): boolean {
  return parseUnits(units) === price;
}
