import { sql } from 'kysely';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { DocumentNumber } from '../../../countries/country.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { localDate } from '../../../countries/local-time.ts';
import type { BookingDependencies } from '../../dependencies.ts';
import { settleDueCredit } from '../../loans/books/service.ts';
import { accountOf, lockLoans, standingOf } from '../../loans/service.ts';
import type { Tx } from '../../platform/database.ts';
import { lockCertificates } from './service.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import { pipeline } from '../../platform/statements.ts';

interface CertificateRequest {
  readonly country: CountryCode;
  readonly documentNumber: DocumentNumber;
  /** Caller's id, if logged in. */
  readonly customerId: number | undefined;
}

/**
 * Issues a debt-free certificate for a document (docs/product/borrowers-area.md#debt-free-certificate), only
 * if no instalments are left. The owner's certificate names the person. A stranger's does not, and is issued
 * for unknown documents too, so that it discloses no more than the public balance. Repeated requests return
 * the same certificate for the rest of the day.
 */
export async function issueCertificate(
  tx: Tx,
  deps: BookingDependencies,
  { country, documentNumber, customerId }: CertificateRequest,
): Promise<Result<{ result: { hash: string } }>> {
  const { clock, random } = deps;
  const now = clock.now();
  const today = localDate(now, country);
  // A concurrent payment reversal either reopens the loan first or revokes this certificate. Finished loans
  // are neither locked nor read for strangers: a paid loan must not take longer than no loan
  // (docs/security.md).
  const [locked, , status] = await pipeline(tx, [
    (on) => lockLoans(on, openLoansOf(country, documentNumber)),
    (on) => lockCertificates(on, country, documentNumber),
    (on) => accountOf(on, country, documentNumber, customerId ?? 0),
  ]);
  // Finishes a loan paid off by credit before certifying it, because only reopening a finished loan revokes
  // the certificate.
  for (const loan of [status?.loan, ...(status?.others ?? [])]) {
    if (loan === undefined || loan.state === 'finished') continue;
    const isPaidOff =
      loan.state === 'approved' &&
      locked.has(loan.id) &&
      standingOf(loan, now).isSettled &&
      (await settleDueCredit(tx, deps, loan.id)) === 'finished';
    if (!isPaidOff) return fail('debtfree_unavailable');
  }
  const owner = status && status.customerId === customerId ? status : undefined;
  const row = await tx
    .insertInto('certificate')
    .values({
      hash: random.token(),
      check_code: random.token(),
      country,
      customer_id: owner?.customerId ?? null,
      full_name: owner ? `${owner.firstName} ${owner.lastName}` : '',
      document_number: documentNumber,
      legal_number: owner?.legalNumber ?? '',
      issued_on: today,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('hash')
    .executeTakeFirst();
  const hash =
    row?.hash ?? (await todaysHash(tx, { country, documentNumber, customerId: owner?.customerId }, today));
  return ok({ result: { hash } });
}

/** Selects the ids of a document's loans that have not ended. */
function openLoansOf(country: CountryCode, documentNumber: DocumentNumber) {
  return sql`
    select l.id from loan l join customer c on c.id = l.customer_id
    where c.country = ${country} and c.document_number = ${documentNumber} and l.state not in ('canceled', 'finished')`;
}

async function todaysHash(
  tx: Tx,
  { country, documentNumber, customerId }: CertificateRequest,
  today: CalendarDate,
): Promise<string> {
  const { hash } = await tx
    .selectFrom('certificate')
    .select('hash')
    .where('country', '=', country)
    .where('document_number', '=', documentNumber)
    .where('issued_on', '=', today)
    .where('revoked_at', 'is', null)
    .where('customer_id', customerId === undefined ? 'is' : '=', customerId ?? null)
    .executeTakeFirstOrThrow();
  return hash;
}
