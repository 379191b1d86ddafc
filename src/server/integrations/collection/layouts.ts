import { COUNTRIES, type CountryCode } from '../../../countries/countries.ts';
import type { SettlementFile } from '../../../countries/payment-method.ts';
import { paymentMethodsOf } from '../../../countries/payment-methods.ts';

/** Fields of a line in a settlement file. */
export type FieldName =
  /** Day of the payment. */
  | 'paidOn'
  /** The network's own number of the payment: its name for ever. */
  | 'reportId'
  /** Scanned barcode, which contains our reference. */
  | 'barcode'
  /** Our reference, where the network takes it as it is. */
  | 'reference'
  /** Payer's free text as passed on by the bank; our reference is somewhere in it. */
  | 'text'
  | 'amount'
  /** Payment or reversal. */
  | 'movement';

/** `network`: the network's name, where the header has a column for it. */
type HeaderName = 'settledOn' | 'network';
type TrailerName = 'count' | 'total';

/** Format of a value: `centavos` 000012345, `units` 123,45 or 123.45; dates by the order of their parts. */
export type Form = 'text' | 'digits' | 'centavos' | 'units' | 'YYYYMMDD' | 'DD/MM/YYYY' | 'YYYY-MM-DD';

/** A value at a fixed place: first character from 1, and how many. */
export interface Place {
  readonly from: number;
  readonly length: number;
  readonly as: Form;
}

/** A value between separators: its column from 1. */
export interface Column {
  readonly column: number;
  readonly as: Form;
}

/** One kind of line: its prefix and the positions of its fields. */
export interface RecordLayout<Name extends string, At> {
  /** '' for any line that is neither header nor trailer. */
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
  /** Source under which the reporter's payments are stored. */
  readonly source: string;
  /** As people call it. */
  readonly name: string;
  /** Words of the network's `movement`, letter by letter. Any other word is not understood and is never money. */
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
 * The forms of the networks' files. They follow the collection contract, which differs from lender to lender
 * (docs/product/providers.md#cash-coupons): another contract is another entry here.
 */
const FORMS: Readonly<Record<SettlementFile['layout'], FileForm>> = {
  // The Uruguayan networks' codes are opaque, so their files carry our reference as it is.
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
  // Bank extract of the account that receives transfers; the payer's text contains the reference.
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
  // Argentine networks send the scanned barcode of 42 digits, which contains our reference.
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

/** The files of every method that has one, by the name the command takes. */
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
 * Another network than the layout's, named by a file's header: any name in its own column, and a known name
 * anywhere else.
 * @returns its name; undefined for none
 */
export function otherNetwork(layout: CollectionLayout, header: string, named: string): string | undefined {
  const isOwn = (text: string) =>
    [layout.source, layout.name].some((own) => lettersOf(text).includes(lettersOf(own)));
  if (named !== '') return isOwn(named) ? undefined : named;
  if (isOwn(header)) return undefined;
  const others = Object.values(COLLECTION_LAYOUTS).filter(({ source }) => source !== layout.source);
  return others.find(({ source }) => lettersOf(header).includes(lettersOf(source)))?.name;
}
