import type { PaymentMethod } from '../payment-method.ts';
import {
  card,
  wallet,
  cash,
  transferDisplay,
  cashExtra,
  cedulaInfo,
  transferInfo,
  transferExtra,
} from '../payment-method-parts.ts';

/** In the order shown. */
export const uruguayanMethods: readonly PaymentMethod[] = [
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
];
