import { eraseCertificates } from '../certificates/service.ts';
import type { Dependencies } from '../dependencies.ts';
import { forgetAllDrafts } from '../drafts/service.ts';
import type { Tx } from '../platform/database.ts';
import { discardImages } from '../profile/service.ts';
import { eraseTickets } from '../tickets/service.ts';

type EraseDependencies = Pick<Dependencies, 'clock' | 'chance' | 'jobs'>;

/** A domain that RFC 2606 keeps free for ever: no message can reach anybody there. */
const nowhere = 'suprimido.invalid';

/**
 * What no duty wants kept: ways into the account, contact data, cards, unfinished work, what the person wrote as an
 * opinion. The account is closed for ever, its sessions with it.
 */
export async function eraseContact(tx: Tx, deps: EraseDependencies, customerId: number): Promise<void> {
  const now = deps.clock.now();
  const customer = await tx
    .selectFrom('customer')
    .select(['country', 'email', 'cellphone', 'lead_id'])
    .where('id', '=', customerId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const token = deps.chance.token();
  const email = `${token}@${nowhere}`.toLowerCase();
  await tx
    .updateTable('message')
    .set({ recipient: nowhere, body: null })
    .where('country', '=', customer.country)
    .where((eb) =>
      eb.or([
        eb(eb.fn('lower', ['recipient']), '=', customer.email.toLowerCase()),
        ...(customer.cellphone === ''
          ? []
          : [eb.and([eb('channel', '=', 'sms'), eb('recipient', 'like', `%${customer.cellphone}`)])]),
      ]),
    )
    .execute();
  const waysIn = ['social_identity', 'session', 'one_time_link', 'phone_code', 'contact_preference'] as const;
  for (const table of waysIn) await tx.deleteFrom(table).where('customer_id', '=', customerId).execute();
  await forgetAllDrafts(tx, customerId);
  await tx
    .updateTable('card')
    .set({ removed_at: now, token: '', holder: '' })
    .where('customer_id', '=', customerId)
    .execute();
  await eraseTickets(tx, customerId);
  if (customer.lead_id !== null) await eraseLead(tx, customer.lead_id, email);
  await tx
    .updateTable('customer')
    .set({
      email,
      cellphone: '',
      cellphone_prefix: '',
      password_hash: null,
      selected_option: '',
      referrer: '',
      parameter: '',
      referral_code: token.slice(0, 16),
      disabled_at: now,
      erased_at: now,
    })
    .where('id', '=', customerId)
    .execute();
}

async function eraseLead(tx: Tx, leadId: number, email: string): Promise<void> {
  await tx
    .updateTable('lead')
    .set({
      first_name: '',
      last_name: '',
      email,
      phone: '',
      document_number: '',
      birthdate: unknownDay,
      gender: '',
      bank_code: '',
      referrer: '',
      parameter: '',
    })
    .where('id', '=', leadId)
    .execute();
  await tx.updateTable('lead_feedback').set({ comment: '' }).where('lead_id', '=', leadId).execute();
}

/** Stands where a birthday was. */
const unknownDay = '1900-01-01';

/**
 * The identity itself, once nothing has to be kept any more: name, document, home, accounts, photos. What is left are
 * rows without a person. The document is free again for a new account.
 */
export async function eraseIdentity(tx: Tx, deps: EraseDependencies, customerId: number): Promise<void> {
  const token = deps.chance.token();
  await tx.deleteFrom('address').where('customer_id', '=', customerId).execute();
  await discardImages(tx, deps, customerId);
  await tx
    .updateTable('bank_account')
    .set({ account_number: token, legal_number: '', account_holder: '', removed_at: deps.clock.now() })
    .where('customer_id', '=', customerId)
    .execute();
  await tx
    .updateTable('payout_order')
    .set({ holder: '', legal_number: '', destination: '' })
    .where('reference', 'in', (eb) =>
      eb
        .selectFrom('disbursement')
        .innerJoin('loan', 'loan.id', 'disbursement.loan_id')
        .select('disbursement.reference')
        .where('loan.customer_id', '=', customerId),
    )
    .execute();
  await tx
    .updateTable('disbursement')
    .set({ holder: '', legal_number: '', destination: '' })
    .where('loan_id', 'in', (eb) => eb.selectFrom('loan').select('id').where('customer_id', '=', customerId))
    .execute();
  await eraseCertificates(tx, customerId);
  await tx
    .updateTable('withdrawal')
    .set({ document_number: '', email: '' })
    .where('customer_id', '=', customerId)
    .execute();
  await tx
    .updateTable('customer')
    .set({
      first_name: 'Datos',
      last_name: 'suprimidos',
      document_number: token,
      legal_number: '',
      birthdate: unknownDay,
      gender: '',
    })
    .where('id', '=', customerId)
    .execute();
}
