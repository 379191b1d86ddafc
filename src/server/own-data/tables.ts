import { sql, type RawBuilder } from 'kysely';
import type { DB } from '../platform/database-types.ts';

type TableName = keyof DB;

/** How the rows of a person are found in a table `t`; `c` is the customer's row. */
interface HeldTable {
  /** What the file calls it. */
  readonly label: string;
  readonly where: RawBuilder<boolean>;
  /** Secrets, and where files lie: they say nothing about the person. */
  readonly omit?: readonly string[];
  /** Counted for the page under this heading; tables without one are details of others. */
  readonly heading?: string;
}

const ofCustomer = sql<boolean>`t.customer_id = c.id`;
const ofLoan = sql<boolean>`t.loan_id in (select l.id from loan l where l.customer_id = c.id)`;
const ofPayout = sql<boolean>`t.reference in (
  select d.reference from disbursement d join loan l on l.id = d.loan_id where l.customer_id = c.id)`;
const payments = sql`select p.id from payment p join loan l on l.id = p.loan_id where l.customer_id = c.id`;
const requests = sql`select r.id from payment_request r join loan l on l.id = r.loan_id where l.customer_id = c.id`;
const rewards = sql`select w.id from referral_reward w where w.customer_id = c.id`;

/**
 * Every table that holds something about a customer. A test holds this list and {@link NOT_HELD} to the schema, so
 * that a new table is either in the file or left out on purpose.
 */
export const HELD: Readonly<Partial<Record<TableName, HeldTable>>> = {
  customer: {
    label: 'Datos personales',
    where: sql<boolean>`t.id = c.id`,
    omit: ['password_hash'],
    heading: 'Datos personales y de contacto',
  },
  lead: { label: 'Registro', where: sql<boolean>`t.id = c.lead_id` },
  lead_feedback: { label: 'Opiniones sobre ofertas', where: sql<boolean>`t.lead_id = c.lead_id` },
  social_identity: { label: 'Cuentas de Google y Facebook', where: ofCustomer },
  session: { label: 'Ingresos', where: ofCustomer, omit: ['digest'], heading: 'Ingresos a tu cuenta' },
  one_time_link: { label: 'Links de ingreso', where: ofCustomer, omit: ['digest'] },
  phone_code: { label: 'Validación del celular', where: ofCustomer, omit: ['digest'] },
  address: { label: 'Domicilio', where: ofCustomer, heading: 'Domicilio' },
  bank_account: { label: 'Cuentas bancarias', where: ofCustomer, heading: 'Cuentas bancarias' },
  card: { label: 'Tarjetas', where: ofCustomer, omit: ['token'], heading: 'Tarjetas (sin el número)' },
  image: {
    label: 'Fotos',
    where: ofCustomer,
    omit: ['storage_key', 'thumb_key', 'sha256'],
    heading: 'Fotos de tu documento y tu selfie',
  },
  document_check: { label: 'Lectura de tu documento', where: ofCustomer },
  decision: {
    label: 'Evaluaciones crediticias',
    where: sql<boolean>`t.customer_id = c.id or t.lead_id = c.lead_id`,
    heading: 'Evaluaciones crediticias',
  },
  offer: { label: 'Ofertas', where: sql<boolean>`t.customer_id = c.id or t.lead_id = c.lead_id` },
  loan: { label: 'Préstamos', where: ofCustomer, heading: 'Préstamos' },
  instalment: { label: 'Cuotas', where: ofLoan },
  acceptance: { label: 'Aceptaciones', where: ofLoan },
  loan_docket: { label: 'Contratos', where: ofLoan, omit: ['storage_key', 'sha256'] },
  disbursement: { label: 'Entregas de dinero', where: ofLoan, omit: ['next_step_at'] },
  payout_order: { label: 'Órdenes de entrega', where: ofPayout },
  payout_result: { label: 'Resultados de órdenes de entrega', where: ofPayout },
  payment: { label: 'Pagos', where: ofLoan, heading: 'Pagos' },
  payment_allocation: { label: 'Imputaciones de pagos', where: sql<boolean>`t.payment_id in (${payments})` },
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
  ledger_transaction: { label: 'Asientos', where: ofLoan },
  ledger_entry: {
    label: 'Líneas de asientos',
    where: sql<boolean>`t.transaction_id in (
      select x.id from ledger_transaction x join loan l on l.id = x.loan_id where l.customer_id = c.id)`,
  },
  ticket: { label: 'Consultas y reclamos', where: ofCustomer, heading: 'Consultas y reclamos' },
  certificate: { label: 'Libres deuda', where: ofCustomer },
  certificate_file: {
    label: 'Archivos de libres deuda',
    where: sql<boolean>`t.certificate_id in (select f.id from certificate f where f.customer_id = c.id)`,
    omit: ['storage_key', 'sha256'],
  },
  cancellation_request: { label: 'Pedidos de baja', where: ofCustomer },
  withdrawal: { label: 'Arrepentimientos', where: ofCustomer, omit: ['link_digest'] },
  membership: { label: 'Membresías', where: ofCustomer },
  membership_charge: { label: 'Cobros de la membresía', where: ofLoan },
  membership_return: { label: 'Devoluciones de la membresía', where: ofLoan },
  membership_end: { label: 'Bajas de la membresía', where: ofCustomer },
  message: {
    label: 'Mensajes enviados',
    // What they said is encrypted and carried links; to whom, when and how is what is held.
    // A number of one country can end like a longer one of another.
    where: sql<boolean>`t.country = c.country and (lower(t.recipient) = lower(c.email)
      or (t.channel = 'sms' and t.recipient like '%' || c.cellphone and c.cellphone <> ''))`,
    omit: ['body', 'provider_id'],
    heading: 'Mensajes que te enviamos',
  },
  contact_preference: { label: 'Preferencias de avisos y débitos', where: ofCustomer, omit: ['hash'] },
  reminder_notice: { label: 'Recordatorios', where: ofCustomer },
  reminder: { label: 'Cuotas de los recordatorios', where: ofLoan },
  event: { label: 'Registro de actividad', where: ofCustomer, heading: 'Registro de actividad y seguridad' },
  referral: {
    label: 'Referidos',
    where: sql<boolean>`t.referrer_id = c.id or t.referee_id = c.id`,
    // Who the other one is belongs to the other one.
    omit: ['referrer_id', 'referee_id', 'loan_id'],
  },
  referral_reward: { label: 'Premios por referidos', where: ofCustomer },
  referral_discount: {
    label: 'Descuentos por referidos',
    where: sql<boolean>`t.reward_id in (${rewards})`,
  },
  erasure_request: { label: 'Pedidos de supresión', where: ofCustomer },
  application_draft: { label: 'Solicitudes sin terminar', where: ofCustomer, omit: ['body'] },
};

/** What holds nothing about a person that is not in {@link HELD} too, and why. */
export const NOT_HELD: Readonly<Partial<Record<TableName, string>>> = {
  idempotency: 'answers to repeated requests, encrypted, for a week',
  rate_count: 'counts per keyed digest, for two days',
  country: 'of the product',
  setting: 'of the product',
  daily_run: 'of the product',
  sandbox: 'of the product',
  sandbox_payment: "the stand-ins' own memory",
  sandbox_payout: "the stand-ins' own memory",
  collection_file: 'of the networks; its lines are held',
  payout_batch: 'of the product; its orders are held',
  payout_result_file: 'of the networks; its lines are held',
  price_list: 'of the product',
  legal_text: 'of the product',
};
