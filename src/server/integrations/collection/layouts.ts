import { COUNTRIES, type CountryCode } from '../../../countries/countries.ts';
import type { SettlementFile } from '../../../countries/payment-method.ts';
import { paymentMethodsOf } from '../../../countries/payment-methods.ts';

export type FieldName =
  | 'paidOn'
  /** Network's own number of the payment, which identifies it permanently. */
  | 'reportId'
  /** Scanned barcode, which contains our reference. */
  | 'barcode'
  /** Our reference, for a network that transmits it unchanged. */
  | 'reference'
  /** Payer's free text as passed on by the bank, which contains our reference. */
  | 'text'
  | 'amount'
  | 'movement';

/** `network`: name of the network, if the header has a column for it. */
type HeaderName = 'settledOn' | 'network';
type TrailerName = 'count' | 'total';

/** Format of a value: `centavos` 000012345, `units` 123,45 or 123.45; dates by the order of their parts. */
export type Form = 'text' | 'digits' | 'centavos' | 'units' | 'YYYYMMDD' | 'DD/MM/YYYY' | 'YYYY-MM-DD';

/** Value at a fixed position: first character, counted from 1, and length. */
export interface Place {
  readonly from: number;
  readonly length: number;
  readonly as: Form;
}

/** Value between separators: column, counted from 1. */
export interface Column {
  readonly column: number;
  readonly as: Form;
}

/** Kind of line: its prefix and the positions of its fields. */
export interface RecordLayout<Name extends string, At> {
  /** '' for lines that are neither header nor trailer. */
  readonly mark: string;
  readonly fields: Readonly<Partial<Record<Name, At>>>;
}

interface Records<At> {
  readonly header: RecordLayout<HeaderName, At>;
  readonly detail: RecordLayout<FieldName, At>;
  readonly trailer: RecordLayout<TrailerName, At>;
}

export interface CollectionLayout {
  readonly country: CountryCode;
  /** Source stored with the reporter's payments. */
  readonly source: string;
  /** Name for display. */
  readonly name: string;
  /** Values of `movement`, compared exactly. An unknown value is never booked as money. */
  readonly movements: {
    readonly payments: readonly string[];
    readonly reversals: readonly string[];
  };
  readonly records:
    | ({ readonly kind: 'fixed'; readonly lineLength: number } & Records<Place>)
    | ({ readonly kind: 'separated'; readonly separator: string } & Records<Column>);
}

const at = (from: number, length: number, as: Form): Place => ({ from, length, as });
const column = (number: number, as: Form): Column => ({ column: number, as });

type FileForm = Omit<CollectionLayout, 'country' | 'source' | 'name'>;

/**
 * File formats of the networks. They follow the collection contract, which differs between lenders
 * (docs/product/providers.md#cash-coupons): another contract is another entry here.
 */
const FORMS: Readonly<Record<SettlementFile['layout'], FileForm>> = {
  // Codes of the Uruguayan networks are opaque, so their files carry our reference unchanged.
  'uy-network': {
    movements: { payments: ['COBRO', 'C'], reversals: ['ANULACION', 'DEVOLUCION'] },
    records: {
      kind: 'separated',
      separator: ';',
      header: {
        mark: 'CABEZAL',
        fields: { network: column(2, 'text'), settledOn: column(3, 'DD/MM/YYYY') },
      },
      detail: {
        mark: 'DETALLE',
        fields: {
          paidOn: column(2, 'DD/MM/YYYY'),
          reportId: column(3, 'text'),
          reference: column(4, 'digits'),
          amount: column(5, 'units'),
          movement: column(6, 'text'),
        },
      },
      trailer: { mark: 'TOTAL', fields: { count: column(2, 'digits'), total: column(3, 'units') } },
    },
  },
  // Extract of the bank account that receives transfers; the payer's text contains the reference.
  'bank-statement': {
    movements: { payments: ['CRE', 'C'], reversals: ['DEV', 'REV'] },
    records: {
      kind: 'separated',
      separator: ';',
      header: { mark: 'EXTRACTO', fields: { settledOn: column(2, 'YYYY-MM-DD') } },
      detail: {
        mark: 'MOV',
        fields: {
          paidOn: column(2, 'YYYY-MM-DD'),
          reportId: column(3, 'text'),
          text: column(4, 'text'),
          amount: column(5, 'units'),
          movement: column(6, 'text'),
        },
      },
      trailer: { mark: 'FIN', fields: { count: column(2, 'digits'), total: column(3, 'units') } },
    },
  },
  // Argentine networks send the scanned 42-digit barcode, which contains our reference.
  'pago-facil': {
    movements: { payments: ['C'], reversals: ['A'] },
    records: {
      kind: 'fixed',
      lineLength: 80,
      header: { mark: '1', fields: { settledOn: at(2, 8, 'YYYYMMDD') } },
      detail: {
        mark: '5',
        fields: {
          movement: at(2, 1, 'text'),
          paidOn: at(3, 8, 'YYYYMMDD'),
          reportId: at(11, 14, 'digits'),
          amount: at(25, 10, 'centavos'),
          barcode: at(35, 42, 'digits'),
        },
      },
      trailer: { mark: '9', fields: { count: at(2, 8, 'digits'), total: at(10, 14, 'centavos') } },
    },
  },
  rapipago: {
    movements: { payments: ['C'], reversals: ['R'] },
    records: {
      kind: 'fixed',
      lineLength: 90,
      header: { mark: '00000000', fields: { settledOn: at(29, 8, 'YYYYMMDD') } },
      detail: {
        mark: '',
        fields: {
          paidOn: at(1, 8, 'YYYYMMDD'),
          amount: at(9, 15, 'centavos'),
          barcode: at(24, 42, 'digits'),
          reportId: at(66, 16, 'digits'),
          movement: at(82, 1, 'text'),
        },
      },
      trailer: { mark: '99999999', fields: { count: at(9, 8, 'digits'), total: at(17, 18, 'centavos') } },
    },
  },
};

/** Layout of every method with settlement files, by the name used in the command. */
export const COLLECTION_LAYOUTS: Readonly<Record<string, CollectionLayout>> = Object.fromEntries(
  COUNTRIES.flatMap((country) =>
    paymentMethodsOf(country).flatMap((method) =>
      'file' in method
        ? [
            [
              method.file.name,
              { country, source: method.slug, name: method.name, ...FORMS[method.file.layout] },
            ],
          ]
        : [],
    ),
  ),
);

const lettersOf = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .toUpperCase();

/**
 * Detects that a file is from another network than the layout's, named in the header: any name in the
 * header's network column, or a known name anywhere else.
 * @returns that name, or undefined
 */
export function otherNetwork(layout: CollectionLayout, header: string, named: string): string | undefined {
  const isOwn = (text: string) =>
    [layout.source, layout.name].some((own) => lettersOf(text).includes(lettersOf(own)));
  if (named !== '') return isOwn(named) ? undefined : named;
  if (isOwn(header)) return undefined;
  const others = Object.values(COLLECTION_LAYOUTS).filter(({ source }) => source !== layout.source);
  return others.find(({ source }) => lettersOf(header).includes(lettersOf(source)))?.name;
}
