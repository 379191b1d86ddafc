/** Parts of the payment dialog that a method shows, twenty in all (docs/product/payments.md#methods). */
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

/** Staff labels of these parts. */
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

/** Scanned code: 42 digits that begin with the lender's number from a setting, or our reference. */
export type Barcode =
  | { readonly form: 'ar-42'; readonly company: 'PAGO_FACIL_COMPANY' | 'RAPIPAGO_COMPANY' }
  | { readonly form: 'reference' };

/** Settlement file that reports the method's money, named as in `npm run settle`. */
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
  /** Help page of the network or wallet; '' for none. */
  readonly url: string;
  readonly display: readonly PaymentDisplay[];
  /**
   * Offered only if the setting `payment-methods` names it, because it needs an agreement with the provider
   * (docs/product/payments.md#card-payment).
   */
  readonly isOptional?: true;
}

/** A coupon that is paid at a cash network. */
export interface CouponMethod extends Described {
  readonly kind: 'coupon';
  readonly barcode: Barcode;
  readonly file: SettlementFile;
}

/** Transfer to the lender's account, which is a process setting. */
export interface TransferMethod extends Described {
  readonly kind: 'transfer';
  readonly file: SettlementFile;
}

/** Card on our page, or wallet on its own site: the provider reports each payment. */
export interface OnlineMethod extends Described {
  readonly kind: 'card' | 'wallet';
}

export type PaymentMethod = CouponMethod | TransferMethod | OnlineMethod;
export type PaymentKind = PaymentMethod['kind'];
