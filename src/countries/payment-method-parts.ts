import type { CouponMethod, OnlineMethod, PaymentDisplay, TransferMethod } from './payment-method.ts';

export const card: OnlineMethod = {
  slug: 'debit-card',
  name: 'Tarjeta de débito',
  kind: 'card',
  info: 'Pagá online; se refleja dentro de las 48 horas.',
  extra: 'Visa, Maestro, Mastercard y Cabal.',
  url: '',
  display: ['highlighted', 'logo', 'info', 'extra', 'new-tab', 'delay'],
};
export const wallet: OnlineMethod = {
  slug: 'mercado-pago',
  name: 'Mercado Pago',
  kind: 'wallet',
  info: 'Pagá con tu cuenta de Mercado Pago.',
  extra: 'Se refleja en unas horas.',
  url: 'https://www.mercadopago.com.ar',
  display: ['highlighted', 'logo', 'info', 'extra', 'link', 'video'],
};
/** Times by docs/product/payments.md#how-soon-it-counts: a card within 48 hours, a network within hours. */
export const cash: Pick<CouponMethod, 'kind' | 'info' | 'extra' | 'display'> = {
  kind: 'coupon',
  info: 'Generá el cupón y pagalo en efectivo en cualquier sucursal.',
  extra: 'Se refleja en unas horas.',
  display: ['logo', 'info', 'extra', 'link', 'barcode', 'print', 'download', 'due-date', 'video'],
};

const transferDisplay: readonly PaymentDisplay[] = [
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

/** Transfer to the lender's account in a country. @param also further parts of the payment dialog */
export function transfer(file: string, also: readonly PaymentDisplay[] = []): TransferMethod {
  return {
    slug: 'bank-transfer',
    name: 'Transferencia bancaria',
    kind: 'transfer',
    info: 'Transferí desde tu banco o billetera virtual.',
    extra: 'Poné la referencia en la transferencia para que la reconozcamos enseguida.',
    url: '',
    display: [...transferDisplay, ...also],
    file: { name: file, layout: 'bank-statement' },
  };
}
