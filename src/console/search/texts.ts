import type { SearchKind } from '../../countries/identifiers/search-terms.ts';

export const KIND_NAMES: Readonly<Record<SearchKind, string>> = {
  document: 'documento',
  'legal-number': 'CUIT/CUIL',
  phone: 'celular',
  email: 'mail',
  loan: 'préstamo',
  payment: 'pago',
  ticket: 'ticket',
  card: 'tarjeta',
};

/** Field by which a customer was found. */
export function foundText(kind: SearchKind, found: string): string {
  switch (kind) {
    case 'loan':
      return `préstamo ${found}`;
    case 'payment':
      return `pago del préstamo ${found}`;
    case 'ticket':
      return `ticket ${found}`;
    case 'card':
      return `tarjeta terminada en ${found}`;
    case 'document':
    case 'legal-number':
    case 'phone':
    case 'email':
      return `por su ${KIND_NAMES[kind]}`;
  }
}
