import type { CountryCode } from '../country-pack.ts';
import { packOf } from '../index.ts';
import { writtenDocument } from '../identifiers/document.ts';

/** Texts of a coupon, on its page and in its PDF (docs/product/payments.md#coupon). */
export const COUPON_TEXTS = {
  titles: { coupon: 'Cupón de pago', transfer: 'Pago por transferencia' },
  amount: 'Importe',
  payUntil: (date: string) => `Pagalo hasta el ${date}`,
  how: {
    coupon: 'Mostrá este código en la caja y pagá el importe exacto. Guardá el comprobante que te den.',
    transfer:
      'Transferí el importe exacto a esta cuenta y escribí la referencia en el concepto: así reconocemos tu pago enseguida.',
  },
  after: (date: string) =>
    `Después del ${date} no uses este comprobante: el importe puede haber cambiado. Generá otro desde tu estado de cuenta.`,
  barcode: 'Código de barras',
  barcodeFailed: 'No se pudo crear el código de barra. Comunicate con atención al cliente.',
} as const;

const LABELS = {
  supplier: 'Red de pago',
  validUntil: { coupon: 'Cupón válido hasta', transfer: 'Válido hasta' },
  holder: 'Titular del préstamo',
  loan: 'Número de préstamo',
  what: 'Qué pagás',
  reference: 'Referencia',
  entityName: 'Banco',
  accountNumber: 'Número de cuenta',
  cbu: 'CBU',
  accountHolder: 'Titular de la cuenta',
} as const;

/**
 * Purpose of a payment: chosen instalments, an early closure or prepayment of the loan, a return, or the
 * price of its membership.
 */
export type PaymentPurpose =
  | 'instalments'
  | 'settlement'
  | 'fewer'
  | 'smaller'
  | 'withdrawal'
  | 'membership'
  | 'offer';

const PURPOSES: Readonly<Record<Exclude<PaymentPurpose, 'instalments'>, string>> = {
  settlement: 'Cierre de tu préstamo',
  fewer: 'Adelanto: menos cuotas',
  smaller: 'Adelanto: cuotas más chicas',
  withdrawal: 'Devolución por arrepentimiento',
  membership: 'Membresía',
  offer: 'Oferta para cancelar tu préstamo',
};

/** 'Cuotas 1, 2 y 3', or another purpose. */
export function paidFor({ purpose, installments }: Pick<PrintedCoupon, 'purpose' | 'installments'>): string {
  if (purpose !== 'instalments') return PURPOSES[purpose];
  const numbers = new Intl.ListFormat('es', { type: 'conjunction' }).format(installments.map(String));
  return `${installments.length === 1 ? 'Cuota' : 'Cuotas'} ${numbers}`;
}

export interface PrintedCoupon {
  readonly kind: string;
  readonly supplier_name: string;
  readonly fullname: string;
  readonly loan_number: string;
  readonly document_number: string;
  /** DD-MM-YYYY */
  readonly due_date: string;
  readonly purpose: PaymentPurpose;
  readonly installments: readonly number[];
  readonly reference: string;
  readonly bank: {
    readonly entity_name: string;
    readonly account_number: string;
    readonly cbu: string;
    readonly account_holder: string;
    readonly legal_number: string;
  } | null;
}

export interface CouponRow {
  readonly label: string;
  readonly value: string;
  /** The value is typed in elsewhere, so the page offers to copy it. */
  readonly isCopied?: true;
}

/** Account to transfer to, with the reference that the transfer must carry. */
export function transferRows({ bank, reference }: PrintedCoupon, country: CountryCode): CouponRow[] {
  if (!bank) return [];
  return filled([
    { label: LABELS.entityName, value: bank.entity_name },
    { label: LABELS.cbu, value: bank.cbu, isCopied: true },
    { label: LABELS.accountNumber, value: bank.account_number, isCopied: true },
    { label: LABELS.accountHolder, value: bank.account_holder },
    { label: packOf(country).lender.taxNumberLabel, value: bank.legal_number, isCopied: true },
    { label: LABELS.reference, value: reference, isCopied: true },
  ]);
}

/** Owner and purpose of the payment, without fields hidden from strangers. */
export function couponRows(coupon: PrintedCoupon, country: CountryCode): CouponRow[] {
  const { document_number: document } = coupon;
  const isCash = coupon.kind === 'coupon';
  return filled([
    { label: LABELS.supplier, value: isCash ? coupon.supplier_name : '' },
    { label: LABELS.validUntil[isCash ? 'coupon' : 'transfer'], value: coupon.due_date },
    { label: LABELS.what, value: paidFor(coupon) },
    { label: LABELS.holder, value: coupon.fullname },
    { label: packOf(country).mainDocument, value: writtenDocument(country, document) },
    { label: LABELS.loan, value: coupon.loan_number },
    { label: LABELS.reference, value: isCash ? coupon.reference : '' },
  ]);
}

const filled = (rows: readonly CouponRow[]) => rows.filter(({ value }) => value !== '');
