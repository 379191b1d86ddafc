import type { PaymentMethod } from '../payment-method.ts';
import { card, cash, transferTo, wallet } from '../payment-method-parts.ts';

/** In the order shown. */
export const argentineMethods: readonly PaymentMethod[] = [
  {
    ...cash,
    slug: 'pago-facil',
    name: 'Pago Fácil',
    url: 'https://www.pagofacil.com.ar',
    barcode: { form: 'ar-42', company: 'PAGO_FACIL_COMPANY' },
    file: { name: 'pago-facil', layout: 'pago-facil' },
  },
  {
    ...cash,
    slug: 'rapipago',
    name: 'Rapipago',
    url: 'https://www.rapipago.com.ar',
    barcode: { form: 'ar-42', company: 'RAPIPAGO_COMPANY' },
    file: { name: 'rapipago', layout: 'rapipago' },
  },
  transferTo(
    {
      entityName: 'Banco Industrial (BIND)',
      accountNumber: '20-1-0001234-5',
      cbu: '3220001850000123400014',
      holder: '{brand} S.A.',
      legalNumber: '30-71000000-6',
    },
    'bank-transfer-ar',
    ['cbu'],
  ),
  card,
  wallet,
];
