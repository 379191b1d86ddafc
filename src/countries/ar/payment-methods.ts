import type { PaymentMethod } from '../payment-method.ts';
import { card, cash, transfer, wallet } from '../payment-method-parts.ts';

/** In display order. */
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
  transfer('bank-transfer-ar', ['cbu']),
  card,
  wallet,
];
