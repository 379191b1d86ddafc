import { sql } from 'kysely';
import { ofCustomer, ofLoan, type PersonalData } from '../platform/personal-data.ts';
import { personalData as customers } from '../customers/service.ts';
import { personalData as cancellations } from '../servicing/cancellations/service.ts';
import { personalData as certificates } from '../servicing/certificates/service.ts';
import { personalData as contracts } from '../origination/agreements/service.ts';
import { personalData as documents } from '../customers/documents/service.ts';
import { personalData as drafts } from '../customers/drafts/service.ts';
import { personalData as leads } from '../origination/leads/service.ts';
import { personalData as ledger } from '../loans/ledger/service.ts';
import { personalData as loans } from '../loans/service.ts';
import { personalData as messages } from '../messages/service.ts';
import { personalData as offers } from '../origination/offers/service.ts';
import { personalData as preferences } from '../customers/preferences/service.ts';
import { personalData as profile } from '../customers/profile/service.ts';
import { personalData as referrals } from '../servicing/referrals/service.ts';
import { personalData as sessions } from '../customers/sessions/service.ts';
import { personalData as tickets } from '../support/tickets/service.ts';

const ofPayout = sql<boolean>`t.reference in (
  select d.reference from disbursement d join loan l on l.id = d.loan_id where l.customer_id = c.id)`;
const payments = sql`select p.id from payment p join loan l on l.id = p.loan_id where l.customer_id = c.id`;
const requests = sql`select r.id from payment_request r join loan l on l.id = r.loan_id where l.customer_id = c.id`;

/** Of features that do not say it themselves yet. */
const unregistered: PersonalData = {
  held: {
    payout_order: { label: 'Órdenes de entrega', where: ofPayout },
    payout_result: { label: 'Resultados de órdenes de entrega', where: ofPayout },
    payment: { label: 'Pagos', where: ofLoan, heading: 'Pagos' },
    payment_allocation: {
      label: 'Imputaciones de pagos',
      where: sql<boolean>`t.payment_id in (${payments})`,
    },
    payment_reversal: { label: 'Pagos revertidos', where: sql<boolean>`t.payment_id in (${payments})` },
    schedule_version: { label: 'Planes de cuotas nuevos', where: ofLoan },
    schedule_version_row: { label: 'Cuotas de planes nuevos', where: ofLoan },
    collection_line: {
      label: 'Líneas de rendiciones de las redes',
      where: sql<boolean>`t.reference in (
        select r.reference from payment_request r join loan l on l.id = r.loan_id where l.customer_id = c.id)`,
    },
    instalment_debit: { label: 'Débitos de cuotas', where: ofCustomer },
    payment_request: { label: 'Pedidos de pago', where: ofLoan },
    payment_request_instalment: { label: 'Cuotas de pedidos de pago', where: ofLoan },
    card_charge: {
      label: 'Cobros con tarjeta',
      where: sql<boolean>`t.request_id in (${requests})`,
      omit: ['submission'],
    },
    payment_report: {
      label: 'Avisos de pago',
      where: sql<boolean>`t.request_id in (${requests}) or t.payment_id in (${payments})`,
    },
    withdrawal: { label: 'Arrepentimientos', where: ofCustomer, omit: ['link_digest'] },
    membership: { label: 'Membresías', where: ofCustomer },
    membership_charge: { label: 'Cobros de la membresía', where: ofLoan },
    membership_return: { label: 'Devoluciones de la membresía', where: ofLoan },
    membership_end: { label: 'Bajas de la membresía', where: ofCustomer },
    reminder_notice: { label: 'Recordatorios', where: ofCustomer },
    reminder: { label: 'Cuotas de los recordatorios', where: ofLoan },
    event: {
      label: 'Registro de actividad',
      where: ofCustomer,
      heading: 'Registro de actividad y seguridad',
    },
    erasure_request: { label: 'Pedidos de supresión', where: ofCustomer },
  },
  async identity(tx, _deps, { customerId }) {
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
      .updateTable('withdrawal')
      .set({ document_number: '', email: '' })
      .where('customer_id', '=', customerId)
      .execute();
  },
};

/** Every feature that holds something of a person, as the file shows them. */
export const FEATURES: readonly PersonalData[] = [
  customers,
  leads,
  sessions,
  profile,
  documents,
  offers,
  loans,
  contracts,
  unregistered,
  ledger,
  tickets,
  certificates,
  cancellations,
  messages,
  preferences,
  referrals,
  drafts,
];
