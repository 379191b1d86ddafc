import { maskCuit } from '../fields/masks.ts';
import type { CountryPack, DeliveryType } from '../country-pack.ts';
import { writtenDocument } from '../identifiers/document.ts';
import { pickupPointsOf } from '../lists.ts';
import { lenderNotice, type Lender } from '../lender.ts';
import type { PrintedDocument } from './loan-contract.ts';
import { redPagos } from '../red-pagos.ts';

/** Facts of a payout's receipt, formatted by the caller; '' for omitted fields. */
export interface ReceiptFacts {
  readonly code: string;
  readonly amount: string;
  /** DD-MM-YYYY. */
  readonly date: string;
  readonly name: string;
  /** Destination account; '' for cash. */
  readonly destination: string;
  /** Pickup place of cash; '' for a transfer. */
  readonly place: string;
  /** CUIT/CUIL or main document of the holder, as stored. */
  readonly legalNumber: string;
}

/** Cash is handed over, so its title does not say transfer. */
export function receiptTitle({ place }: Pick<ReceiptFacts, 'place'>): string {
  return place === '' ? 'Comprobante de transferencia' : 'Comprobante de entrega';
}

const cuitDigits = 11;

export function receiptAmountLabel({ place }: Pick<ReceiptFacts, 'place'>): string {
  return place === '' ? 'Monto transferido' : 'Monto entregado';
}

/** Facts below the amount, in the order of screen and file. */
export function receiptRows(
  facts: ReceiptFacts,
  pack: CountryPack,
): readonly (readonly [label: string, value: string])[] {
  const isCuit = facts.legalNumber.length === cuitDigits;
  const holder = isCuit ? maskCuit(facts.legalNumber) : writtenDocument(pack.code, facts.legalNumber);
  const rows = [
    ['Código', facts.code],
    ['Fecha', facts.date],
    ['Titular', facts.name],
    ['Cuenta de destino', facts.destination],
    ['Lugar de cobro', facts.place],
    [isCuit ? 'CUIT/CUIL' : pack.mainDocument, holder],
  ] as const;
  return rows.filter(([, value]) => value !== '');
}

/** Destination of a payout: an account, or the pickup place of cash. */
export function receiptDestination(
  pack: CountryPack,
  type: DeliveryType,
  destination: string,
): Pick<ReceiptFacts, 'destination' | 'place'> {
  switch (type) {
    case 'bank-transfer':
      return { destination, place: '' };
    case 'red-pagos':
      return { destination: '', place: redPagos.place };
    case 'pdv': {
      const point = pickupPointsOf(pack.code).find(({ id }) => id === destination);
      return { destination: '', place: point ? `${point.name}, ${point.address}, ${point.city}` : '' };
    }
  }
}

export function receiptDocument(
  facts: ReceiptFacts,
  made: {
    readonly brand: string;
    readonly pack: CountryPack;
    readonly lender: Lender;
    readonly at: Date;
  },
): PrintedDocument {
  return {
    title: receiptTitle(facts),
    subtitle: `${made.brand} · ${facts.date}`,
    language: made.pack.locale,
    author: made.brand,
    at: made.at,
    footer: `${made.brand} · ${receiptTitle(facts)}`,
    blocks: [
      {
        kind: 'highlight',
        label: receiptAmountLabel(facts),
        value: facts.amount,
        note: `Código ${facts.code}`,
      },
      { kind: 'facts', rows: receiptRows(facts, made.pack) },
      { kind: 'paragraph', text: lenderNotice(made.pack, made.brand, made.lender) },
    ],
  };
}
