import { expect } from 'vitest';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import type { IdentityPolicy } from '../../../../countries/identity-reasons.ts';
import { auditedWrites } from '../../../staff/testing/audited.ts';
import { signInAs, type StaffMember } from '../../../staff/testing/console.ts';
import { confirmationOf, signUpAndVerify, type Traveller } from '../../../testing/journey.ts';
import { newestMessage } from '../../../testing/people.ts';
import { photo, photoForm } from '../../../testing/photos.ts';
import type { TestProduct } from '../../../testing/product.ts';

export interface HeldLoan extends Traveller {
  readonly loanId: string;
  /** Number of the review; '' where nobody looks. */
  readonly review: string;
}

/** What tests of the queue do again and again, on one running product with a console. */
export async function reviewsOf(product: TestProduct) {
  const { db } = product.deps;
  const [analyst, head] = [await signInAs(product, 'analyst'), await signInAs(product, 'head')];
  const audit = auditedWrites(product);

  const setPolicy = async (policy: IdentityPolicy, country: CountryCode = 'AR') =>
    expect((await product.call('POST /sandbox/identity-review', { country, body: { policy } })).status).toBe(
      200,
    );

  /** Confirms the loan of a completed application. Proves the address first, as a second loan requires it. */
  async function confirm(traveller: Traveller): Promise<HeldLoan> {
    const proved = { email_proved_at: product.deps.clock.now(), email_proved_by: 'link' };
    await db.updateTable('customer').set(proved).where('email', '=', traveller.email).execute();
    const answer = await traveller.call('POST /api/v3/finish-new', { body: confirmationOf(traveller) });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const loanId: string = answer.body.result.id;
    return { ...traveller, loanId, ...(await reviewOf({ loanId })) };
  }
  async function reviewOf({ loanId }: Pick<HeldLoan, 'loanId'>): Promise<Pick<HeldLoan, 'review'>> {
    const row = await db
      .selectFrom('identity_review as r')
      .innerJoin('loan as l', 'l.id', 'r.loan_id')
      .select('r.id')
      .where('l.public_id', '=', loanId)
      .executeTakeFirst();
    return { review: row ? String(row.id) : '' };
  }
  const held = async (country: CountryCode = 'AR') =>
    confirm(await signUpAndVerify(product, country, { isByCalls: true }));

  const loanOf = async ({ call, loanId }: HeldLoan) =>
    (await call('GET /api/v3/loan-new/{id}', { params: { id: loanId } })).body.result;
  const seen = async ({ review }: Pick<HeldLoan, 'review'>, by: StaffMember = analyst) =>
    (await by.call('GET /api/staff/identity/{id}', { params: { id: review } })).body.result;
  const payoutOf = ({ loanId }: HeldLoan) =>
    db
      .selectFrom('payout as d')
      .innerJoin('loan as l', 'l.id', 'd.loan_id')
      .select(['d.state', 'd.awaits_identity', 'l.state as loan', 'l.cancel_reason'])
      .where('l.public_id', '=', loanId)
      .executeTakeFirstOrThrow();
  /** The rail's stand-in and the worker are asked for a step; a loan that is held takes none. */
  const step = ({ loanId }: HeldLoan) =>
    product.call('POST /sandbox/loans/{id}/advance', { params: { id: loanId }, body: { outcome: 'ok' } });
  const retake = async ({ call }: Traveller, type = 'front_document', background = '#884422') => {
    const form = photoForm(await photo('jpeg', background), type === 'avatar' ? {} : { type });
    const key = type === 'avatar' ? 'POST /api/v3/upload_avatar' : 'POST /api/v3/upload';
    expect((await call(key, { form })).status).toBe(200);
  };
  const mail = ({ email }: Traveller, words: string) =>
    newestMessage(product, email, ({ text }) => text.includes(words));
  const take = async (body: object = { held: [] }, by: StaffMember = analyst) =>
    (await by.call('POST /api/staff/identity/next', { body })).body.result;
  const decide = (
    what: 'approve' | 'ask' | 'reject' | 'fraud',
    review: string,
    version: number,
    body: object = {},
  ) => ({
    key: `POST /api/staff/identity/{id}/${what}` as const,
    options: { params: { id: review }, version, body },
  });
  return {
    analyst,
    head,
    audit,
    setPolicy,
    confirm,
    reviewOf,
    held,
    loanOf,
    seen,
    payoutOf,
    step,
    retake,
    mail,
    take,
    decide,
  };
}
