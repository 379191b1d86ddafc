import type { CouponMethod, PaymentDisplay, PaymentMethod } from './payment-method.ts';

export const card: PaymentMethod = {
  slug: 'debit-card',
  name: 'Tarjeta de débito',
  kind: 'card',
  info: 'Pagá online; se refleja dentro de las 48 horas.',
  extra: 'Visa, Maestro, Mastercard y Cabal.',
  url: '',
  display: ['highlighted', 'logo', 'info', 'extra', 'new-tab', 'delay'],
};
export const wallet: PaymentMethod = {
  slug: 'mercado-pago',
  name: 'Mercado Pago',
  kind: 'wallet',
  info: 'Pagá con tu cuenta de Mercado Pago.',
  extra: 'Se refleja en unas horas.',
  url: 'https://www.mercadopago.com.ar',
  display: ['highlighted', 'logo', 'info', 'extra', 'link', 'video'],
};
export const cash: Pick<CouponMethod, 'kind' | 'display'> = {
  kind: 'coupon',
  display: ['logo', 'info', 'extra', 'link', 'barcode', 'print', 'download', 'due-date', 'video'],
};
export const transferDisplay: readonly PaymentDisplay[] = [
  'logo',
  'info',
  'extra',
  'bank',
  'entity-name',
  'account-number',
  'account-holder',
  'legal-number',
  'reference',
  'copy',
  'print',
  'due-date',
  'delay',
];

export const cashInfo = 'Generá el cupón y pagalo en efectivo en cualquier sucursal.';
/** docs/product/payments.md#how-soon-it-counts: a card within 48 hours, a network within hours. */
export const cashExtra = 'Se refleja en unas horas.';
export const cedulaInfo = 'Pagá en efectivo en cualquier local con tu cédula.';
export const transferInfo = 'Transferí desde tu banco o billetera virtual.';
export const transferExtra = 'Poné la referencia en la transferencia para que la reconozcamos enseguida.';
