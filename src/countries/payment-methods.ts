import type { CountryCode } from './countries.ts';

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

/** What the staff calls these parts. */
export const PAYMENT_DISPLAY_NAMES: Readonly<Record<PaymentDisplay, string>> = {
  highlighted: 'el recuadro destacado',
  logo: 'el logo',
  info: 'la explicación',
  extra: 'la aclaración',
  link: 'el link a la red',
  video: 'el video',
  delay: 'la demora',
  bank: 'los datos del banco',
  'entity-name': 'el nombre del banco',
  'account-number': 'el número de cuenta',
  cbu: 'el CBU',
  'account-holder': 'el titular',
  'legal-number': 'el CUIT o RUT',
  reference: 'la referencia',
  copy: 'el botón de copiar',
  barcode: 'el código de barras',
  print: 'imprimir',
  download: 'descargar',
  'due-date': 'el vencimiento',
  'new-tab': 'la pestaña aparte',
};

/** The account that transfers go to. `{brand}` stands for the brand setting. */
export interface CollectionAccount {
  readonly entityName: string;
  readonly accountNumber: string;
  readonly cbu: string;
  readonly holder: string;
  readonly legalNumber: string;
}

/** What a network scans: 42 digits that begin with the lender's number, which a setting holds; or our reference. */
export type Barcode =
  | { readonly form: 'ar-42'; readonly company: 'PAGO_FACIL_COMPANY' | 'RAPIPAGO_COMPANY' }
  | { readonly form: 'reference' };

/** The file in which the money of a method is reported, by the name that `npm run settle` takes. */
export interface SettlementFile {
  readonly name: string;
  readonly layout: 'pago-facil' | 'rapipago' | 'uy-network' | 'bank-statement';
}

interface Described {
  /** Also the name of its logo, `/logos/<slug>.svg`. */
  readonly slug: string;
  readonly name: string;
  readonly info: string;
  readonly extra: string;
  /** Help of the network or wallet; '' for none. */
  readonly url: string;
  readonly display: readonly PaymentDisplay[];
  /**
   * Offered only where the setting `payment-methods` names it: it needs an agreement with the provider
   * (decision 0024).
   */
  readonly isOptional?: true;
}

/** A coupon that is paid at a cash network. */
export interface CouponMethod extends Described {
  readonly kind: 'coupon';
  readonly barcode: Barcode;
  readonly file: SettlementFile;
}

/** A transfer to our account. */
interface TransferMethod extends Described {
  readonly kind: 'transfer';
  readonly account: CollectionAccount;
  readonly file: SettlementFile;
}

/** A card on our page, or a wallet on its own site: the provider tells of each payment. */
interface OnlineMethod extends Described {
  readonly kind: 'card' | 'wallet';
}

/** All there is to know of a way to pay. */
export type PaymentMethod = CouponMethod | TransferMethod | OnlineMethod;
export type PaymentKind = PaymentMethod['kind'];

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
const cash: Pick<CouponMethod, 'kind' | 'display'> = {
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
      barcode: { form: 'ar-42', company: 'PAGO_FACIL_COMPANY' },
      file: { name: 'pago-facil', layout: 'pago-facil' },
    },
    {
      ...cash,
      slug: 'rapipago',
      name: 'Rapipago',
      info: cashInfo,
      extra: cashExtra,
      url: 'https://www.rapipago.com.ar',
      barcode: { form: 'ar-42', company: 'RAPIPAGO_COMPANY' },
      file: { name: 'rapipago', layout: 'rapipago' },
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
      file: { name: 'bank-transfer-ar', layout: 'bank-statement' },
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
      barcode: { form: 'reference' },
      file: { name: 'abitab', layout: 'uy-network' },
    },
    {
      ...cash,
      slug: 'red-pagos',
      name: 'RedPagos',
      info: cedulaInfo,
      extra: cashExtra,
      url: 'https://www.redpagos.com.uy',
      barcode: { form: 'reference' },
      file: { name: 'red-pagos', layout: 'uy-network' },
    },
    {
      ...cash,
      slug: 'correo-uruguayo',
      name: 'Correo Uruguayo',
      info: cedulaInfo,
      extra: cashExtra,
      url: 'https://www.correo.com.uy',
      barcode: { form: 'reference' },
      file: { name: 'correo-uruguayo', layout: 'uy-network' },
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
      file: { name: 'bank-transfer-uy', layout: 'bank-statement' },
    },
    { ...card, isOptional: true },
    { ...wallet, url: 'https://www.mercadopago.com.uy', isOptional: true },
  ],
};

/** How long the amount of a payment holds, days: chosen instalments not yet due, and overdue ones. */
export const PAYMENT_HOLDS_DAYS = { notYetDue: 10, overdue: 3 } as const;

/** A method as the setting `payment-methods` offers it. */
export interface OfferedMethod {
  readonly slug: string;
  /** The most that is paid by it at once, currency units; undefined for what the method itself takes. */
  readonly most?: number;
}

/** Reads `rapipago:50000,bank-transfer`: the order shown, each with its limit where it has one. */
export function readMethods(setting: string): OfferedMethod[] {
  return setting.split(',').flatMap((part) => {
    const [slug = '', most] = part.trim().split(':');
    if (slug === '') return [];
    return [
      most === undefined ? { slug } : { slug, most: /^\d{1,9}$/.test(most) ? Number(most) : Number.NaN },
    ];
  });
}
