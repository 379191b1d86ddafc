import { sql } from 'kysely';
import { paths } from '../../../contract/paths.ts';
import type { DocumentNumber } from '../../../countries/country.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { PHOTO_KINDS } from '../../../countries/identity-reasons.ts';
import {
  documentGrantedEmail,
  documentRefusedEmail,
  documentTakenEmail,
} from '../../../countries/messages/claim-messages.ts';
import { writeTo } from '../../customers/letters/service.ts';
import { latestImages } from '../../customers/profile/service.ts';
import { lockCustomer, noteEmailProof, takeDocument } from '../../customers/service.ts';
import {
  endAccess,
  openSession,
  type AccountRequest,
  type OpenedSession,
} from '../../customers/sessions/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import type { Origin } from '../../platform/http/route.ts';
import { digestOf } from '../../platform/secrets.ts';
import type { SweptRows } from '../../platform/swept-rows.ts';
import { lockName } from '../../platform/work/named-locks.ts';
import { openTicket } from '../../support/tickets/service.ts';
import { registerLead } from '../accounts/service.ts';
import { leadById } from '../leads/service.ts';
import { claimLeadOffer, endOffers } from '../offers/service.ts';

export { personalData } from './personal-data.ts';

/**
 * State of a claim to a document that another account has: requested by link, opened with it, supported by
 * phone and photos, and decided by staff (docs/product/signup-and-login.md#document-of-another-account).
 */
type ClaimState = 'sent' | 'open' | 'waiting' | 'granted' | 'refused';

/** Unused links expire after a day, together with the address. */
export const sweptClaims: readonly SweptRows[] = [{ table: 'document_claim', time: 'expires_at', days: 1 }];

/**
 * Creates the account of a claim and verifies its address. A document that is no longer taken is assigned at
 * once. @returns `link_invalid` for an unknown, used or expired link; `user_exists` if the address has an
 * account by now
 */
export async function openClaim(
  tx: Tx,
  deps: Dependencies,
  {
    code,
    country,
    origin,
  }: { readonly code: string; readonly country: CountryCode; readonly origin: Origin },
): Promise<Result<OpenedSession>> {
  const at = deps.clock.now();
  const claim = await tx
    .selectFrom('document_claim')
    .selectAll()
    .where('digest', '=', digestOf(code))
    .where('country', '=', country)
    .where('state', '=', 'sent')
    .where('expires_at', '>', at)
    .forUpdate()
    .executeTakeFirst();
  const lead = claim && (await leadById(tx, country, claim.lead_id));
  if (!claim || claim.email === '' || !lead) return fail('link_invalid');
  const { document_number: document } = claim;
  await lockName(tx, documentName(country, document));
  const isFree = (await holderOf(tx, country, document)) === undefined;
  const request: AccountRequest = {
    email: claim.email,
    hash: lead.hash,
    option: '',
    referrer: lead.referrer,
    parameter: lead.parameter,
    country,
    origin,
  };
  const created = await registerLead(tx, deps, request, { lead, documentNumber: isFree ? document : '' });
  if (!created.ok) return created;
  const { customerId } = created.value;
  await noteEmailProof(tx, customerId, { at, by: 'link', keepsPhone: true });
  if (isFree) await claimLeadOffer(tx, { leadId: lead.id, customerId });
  await tx
    .updateTable('document_claim')
    .set({
      email: '',
      expires_at: null,
      customer_id: customerId,
      ...(isFree ? { state: 'granted', decided_at: at } : { state: 'open' }),
    })
    .where('id', '=', claim.id)
    .execute();
  return ok(await openSession(tx, deps, { customerId, country, method: 'magic', origin }));
}

const documentName = (country: CountryCode, document: DocumentNumber) => `document ${country} ${document}`;

/** Account that has the document, other than `except`. */
async function holderOf(db: Queryable, country: CountryCode, document: DocumentNumber, except = 0) {
  const row = await db
    .selectFrom('customer as c')
    .select(['c.id', 'c.document_proved_at'])
    .select(sql<boolean>`exists (select from loan l where l.customer_id = c.id)`.as('hasLoan'))
    .where('c.country', '=', country)
    .where('c.document_number', '=', document)
    .where('c.id', '<>', except)
    .executeTakeFirst();
  return row && { ...row, isProved: row.document_proved_at !== null };
}

async function claimRow(db: Queryable, customerId: number) {
  const row = await db
    .selectFrom('document_claim')
    .selectAll()
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return row && { ...row, state: row.state as ClaimState };
}

async function progressOf(db: Queryable, customerId: number) {
  const images = await latestImages(db, customerId);
  const { email_proved_at: email, phone_proved_at: phone } = await db
    .selectFrom('customer')
    .select(['email_proved_at', 'phone_proved_at'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  return {
    isEmailProved: email !== null,
    isPhoneProved: phone !== null,
    hasPhotos: PHOTO_KINDS.every((kind) => images[kind] !== undefined),
  };
}

/** Customer's claim with its missing steps; undefined without one. */
export async function claimOf(db: Queryable, customerId: number) {
  const claim = await claimRow(db, customerId);
  if (!claim) return undefined;
  return { state: claim.state, document: claim.document_number, ...(await progressOf(db, customerId)) };
}

/** {@link claimOf} for staff, with the account that has the document. */
export async function claimForStaff(db: Queryable, customerId: number) {
  const claim = await claimOf(db, customerId);
  const row = claim && (await claimRow(db, customerId));
  if (!claim || !row) return undefined;
  const holder = await holderOf(db, row.country, row.document_number, customerId);
  return { ...claim, holder };
}

/** Submits a complete claim for a staff decision. Idempotent. */
export async function finishClaim(
  tx: Tx,
  deps: Dependencies,
  { customerId, country }: { readonly customerId: number; readonly country: CountryCode },
): Promise<Result<undefined>> {
  await lockCustomer(tx, customerId);
  const claim = await claimRow(tx, customerId);
  if (!claim) return fail('not_found');
  if (claim.state !== 'open') return ok(undefined);
  const { isEmailProved, isPhoneProved, hasPhotos } = await progressOf(tx, customerId);
  if (!isEmailProved || !isPhoneProved || !hasPhotos)
    return fail('verification_missing', {
      message: 'Para pedir tu documento validá tu celular y subí tu foto y las dos fotos del documento.',
    });
  await tx.updateTable('document_claim').set({ state: 'waiting' }).where('id', '=', claim.id).execute();
  await openTicket(tx, deps, {
    country,
    customerId,
    kind: 'reclamo',
    subject: 'Mi documento está en otra cuenta',
    content: 'Pido que mi documento pase a esta cuenta. Ya validé mi mail y mi celular y subí mis fotos.',
  });
  const at = deps.clock.now();
  await recordEvent(tx, { at, country, kind: 'document-claimed', customerId });
  return ok(undefined);
}

interface Decided {
  readonly holder: number | undefined;
  /**
   * True if the account that has the document had verified it: one staff member alone must not take it away.
   */
  readonly isContested: boolean;
}

/** Assigns the document to the customer, locked by the caller. */
export async function grantClaim(tx: Tx, deps: Dependencies, customerId: number): Promise<Result<Decided>> {
  const at = deps.clock.now();
  const claim = await claimRow(tx, customerId);
  if (claim?.state !== 'waiting') return fail('not_found');
  const { country, document_number: documentNumber } = claim;
  const progress = await progressOf(tx, customerId);
  if (!progress.isEmailProved || !progress.isPhoneProved || !progress.hasPhotos)
    return fail('verification_missing', { message: 'A la persona le falta validar algo. Mirá la ficha.' });
  await lockName(tx, documentName(country, documentNumber));
  const seen = await holderOf(tx, country, documentNumber, customerId);
  if (seen) await lockCustomer(tx, seen.id);
  // Read again behind the lock: a loan or a proof may have been added meanwhile.
  const holder = await holderOf(tx, country, documentNumber, customerId);
  if (holder?.id !== seen?.id) return fail('changed_meanwhile');
  if (holder?.hasLoan) return fail('document_has_loan');
  await takeDocument(tx, customerId, { documentNumber, holder: holder?.id, at });
  await decide(tx, claim.id, 'granted', at);
  await claimLeadOffer(tx, { leadId: claim.lead_id, customerId });
  await recordEvent(tx, { at, country, kind: 'document-granted', customerId });
  await writeTo(tx, deps, customerId, letter(documentGrantedEmail));
  if (holder) {
    await endOffers(tx, holder.id, at);
    await endAccess(tx, holder.id, at);
    await recordEvent(tx, { at, country, kind: 'document-taken', customerId: holder.id });
    await writeTo(tx, deps, holder.id, letter(documentTakenEmail));
  }
  return ok({ holder: holder?.id, isContested: holder?.isProved ?? false });
}

/** Leaves the document unchanged and notifies the customer, locked by the caller. */
export async function refuseClaim(tx: Tx, deps: Dependencies, customerId: number): Promise<Result<Decided>> {
  const at = deps.clock.now();
  const claim = await claimRow(tx, customerId);
  if (claim?.state !== 'waiting') return fail('not_found');
  const { country } = claim;
  await decide(tx, claim.id, 'refused', at);
  await recordEvent(tx, { at, country, kind: 'document-refused', customerId });
  await writeTo(tx, deps, customerId, letter(documentRefusedEmail));
  return ok({ holder: undefined, isContested: false });
}

async function decide(tx: Tx, id: number, state: 'granted' | 'refused', at: Date): Promise<void> {
  await tx.updateTable('document_claim').set({ state, decided_at: at }).where('id', '=', id).execute();
}

const letter =
  (write: typeof documentTakenEmail): Parameters<typeof writeTo>[3] =>
  ({ sender, firstName, site }) =>
    write(sender, { firstName, url: site + paths.login() });
