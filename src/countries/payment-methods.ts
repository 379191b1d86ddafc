import type { CountryCode } from './country-pack.ts';

/** What the payment dialog shows of a method: twenty display switches (docs/product/payments.md#methods). */
export const PAYMENT_DISPLAYS = [
  'highlighted',
  'logo',
  'info',
  'extra',
  'link',
  'video',
  'delay',
  'bank',
  'entity-name',
  'account-number',
  'cbu',
  'account-holder',
  'legal-number',
  'reference',
  'copy',
  'barcode',
  'print',
  'download',
  'due-date',
  'new-tab',
] as const;

export type PaymentDisplay = (typeof PAYMENT_DISPLAYS)[number];

/** How a method is paid: a coupon at a cash network, a transfer, a card on our page, a wallet on its own site. */
export type PaymentKind = 'coupon' | 'transfer' | 'card' | 'wallet';

/** The account that transfers go to. `{brand}` stands for the brand setting. */
export interface CollectionAccount {
  readonly entityName: string;
  readonly accountNumber: string;
  readonly cbu: string;
  readonly holder: string;
  readonly legalNumber: string;
}

export interface PaymentMethod {
  readonly slug: string;
  readonly name: string;
  readonly kind: PaymentKind;
  readonly info: string;
  readonly extra: string;
  /** Help of the network or wallet; '' for none. */
  readonly url: string;
  readonly account?: CollectionAccount;
  readonly display: readonly PaymentDisplay[];
  /**
   * Offered only where the setting `payment-methods` names it: it needs an agreement with the provider
   * (decision 0024).
   */
  readonly isOptional?: true;
}

const card: PaymentMethod = {
  slug: 'debit-card',
  name: 'Tarjeta de débito',
  kind: 'card',
  info: 'Pagá online; se refleja dentro de las 48 horas.',
  extra: 'Visa, Maestro, Mastercard y Cabal.',
  url: '',
  display: ['highlighted', 'logo', 'info', 'extra', 'new-tab', 'delay'],
};
const wallet: PaymentMethod = {
  slug: 'mercado-pago',
  name: 'Mercado Pago',
  kind: 'wallet',
  info: 'Pagá con tu cuenta de Mercado Pago.',
  extra: 'Se refleja en unas horas.',
  url: 'https://www.mercadopago.com.ar',
  display: ['highlighted', 'logo', 'info', 'extra', 'link', 'video'],
};
const cash: Pick<PaymentMethod, 'kind' | 'display'> = {
  kind: 'coupon',
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

const cashInfo = 'Generá el cupón y pagalo en efectivo en cualquier sucursal.';
/** docs/product/payments.md#how-soon-it-counts: a card within 48 hours, a network within hours. */
const cashExtra = 'Se refleja en unas horas.';
const cedulaInfo = 'Pagá en efectivo en cualquier local con tu cédula.';
const transferInfo = 'Transferí desde tu banco o billetera virtual.';
const transferExtra = 'Poné la referencia en la transferencia para que la reconozcamos enseguida.';

/** How instalments can be paid in each country, in the order shown. */
export const PAYMENT_METHODS: Readonly<Record<CountryCode, readonly PaymentMethod[]>> = {
  AR: [
    {
      ...cash,
      slug: 'pago-facil',
      name: 'Pago Fácil',
      info: cashInfo,
      extra: cashExtra,
      url: 'https://www.pagofacil.com.ar',
    },
    {
      ...cash,
      slug: 'rapipago',
      name: 'Rapipago',
      info: cashInfo,
      extra: cashExtra,
      url: 'https://www.rapipago.com.ar',
    },
    {
      slug: 'bank-transfer',
      name: 'Transferencia bancaria',
      kind: 'transfer',
      info: transferInfo,
      extra: transferExtra,
      url: '',
      account: {
        entityName: 'Banco Industrial (BIND)',
        accountNumber: '20-1-0001234-5',
        cbu: '3220001850000123400014',
        holder: '{brand} S.A.',
        legalNumber: '30-71000000-6',
      },
      display: [...transferDisplay, 'cbu'],
    },
    card,
    wallet,
  ],
  UY: [
    {
      ...cash,
      slug: 'abitab',
      name: 'Abitab',
      info: cedulaInfo,
      extra: cashExtra,
      url: 'https://www.abitab.com.uy',
    },
    {
      ...cash,
      slug: 'red-pagos',
      name: 'RedPagos',
      info: cedulaInfo,
      extra: cashExtra,
      url: 'https://www.redpagos.com.uy',
    },
    {
      ...cash,
      slug: 'correo-uruguayo',
      name: 'Correo Uruguayo',
      info: cedulaInfo,
      extra: cashExtra,
      url: 'https://www.correo.com.uy',
    },
    {
      slug: 'bank-transfer',
      name: 'Transferencia bancaria',
      kind: 'transfer',
      info: transferInfo,
      extra: transferExtra,
      url: '',
      account: {
        entityName: 'BROU',
        accountNumber: '00155667700001',
        cbu: '',
        holder: '{brand} S.A.',
        legalNumber: '211003420017',
      },
      display: transferDisplay,
    },
    { ...card, isOptional: true },
    { ...wallet, url: 'https://www.mercadopago.com.uy', isOptional: true },
  ],
};

/** How long the amount of a payment holds, days: chosen instalments not yet due, and overdue ones. */
export const PAYMENT_HOLDS_DAYS = { notYetDue: 10, overdue: 3 } as const;
