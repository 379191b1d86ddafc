import { expect } from 'vitest';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { loanBalance } from '../../../loans/ledger/service.ts';
import {
  confirmationOf,
  loanInState,
  payout,
  signUpAndVerify,
  type Traveller,
} from '../../../testing/journey.ts';
import { hashIn, newestMessage } from '../../../testing/people.ts';
import type { TestProduct } from '../../../testing/product.ts';

export const ask = 'POST /api/v3/withdrawal';
export const confirmLink = 'POST /api/v3/withdrawal/confirm';
export type Kind = 'loan' | 'membership';
const pages = { loan: 'arrepentimiento', membership: 'baja-membresia' } as const;

export const bodyOf = (
  { documentNumber }: { documentNumber: string },
  kind: Kind = 'loan',
  more: object = {},
) => ({
  kind,
  document_number: documentNumber,
  email_address: 'otra@example.com',
  ...more,
});

/** Withdrawal steps on a running product. */
export function withdrawalsOf(product: TestProduct) {
  async function setClock(now: string): Promise<void> {
    expect((await product.call('POST /sandbox/clock', { body: { now } })).status).toBe(200);
  }

  const mode = (value: 'auto' | 'manual') =>
    product.call('POST /sandbox/disbursement', { body: { mode: value } });

  async function loanOf(person: Traveller, membership = false): Promise<string> {
    const { body, status } = await person.call('POST /api/v3/finish-new', {
      body: confirmationOf(person, { membership }),
    });
    expect(status).toBe(200);
    return body.result.id;
  }

  /** A customer whose loan is paid out at this instant. */
  async function paidOut(country: CountryCode, now: string, membership = false) {
    await setClock(now);
    const person = await signUpAndVerify(product, country);
    const id = await loanOf(person, membership);
    await payout(product, id);
    await loanInState(person, id, 'approved');
    return { person, id };
  }

  /** A customer whose loan waits for its payout. */
  async function waiting(country: CountryCode, membership = false) {
    await mode('manual');
    const person = await signUpAndVerify(product, country);
    return { person, id: await loanOf(person, membership) };
  }

  /** Submits the public form and returns the link's code from the e-mail. */
  async function request(person: Traveller, kind: Kind = 'loan', more: object = {}) {
    const answer = await product.call(ask, { country: person.country, body: bodyOf(person, kind, more) });
    expect(answer.status).toBe(200);
    const { code }: { code: string } = answer.body.model;
    const letter = await newestMessage(product, person.email, ({ text }) => text.includes(code));
    return { code, link: hashIn(letter, pages[kind]) };
  }

  const confirm = (
    { country }: { country: CountryCode },
    link: string,
    headers: Record<string, string> = {},
  ) => product.call(confirmLink, { country, body: { code: link }, headers });

  async function stored(publicId: string) {
    const { db } = product.deps;
    const row = await db
      .selectFrom('loan')
      .innerJoin('payout', 'payout.loan_id', 'loan.id')
      .select(['loan.id', 'loan.state', 'cancel_reason', 'payout.state as payout', 'amount_delivered'])
      .where('public_id', '=', publicId)
      .executeTakeFirstOrThrow();
    return { ...row, ledger: [...(await loanBalance(db, row.id)).values()] };
  }

  const ticketsOf = ({ country, documentNumber }: Traveller) =>
    product.deps.db
      .selectFrom('ticket')
      .select(['kind as type', 'subject', 'status'])
      .where('country', '=', country)
      .where('document_number', '=', documentNumber)
      .orderBy('id', 'desc')
      .execute();
  return { setClock, mode, loanOf, paidOut, waiting, request, confirm, stored, ticketsOf };
}
