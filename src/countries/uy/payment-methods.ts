import type { CouponMethod, PaymentMethod } from '../payment-method.ts';
import { card, cash, transfer, wallet } from '../payment-method-parts.ts';

/**
 * Cash network that reads our reference from the coupon and reports payments in the file format common to all
 * networks.
 */
function network({ slug, name, url }: Pick<CouponMethod, 'slug' | 'name' | 'url'>): CouponMethod {
  return {
    ...cash,
    slug,
    name,
    url,
    barcode: { form: 'reference' },
    file: { name: slug, layout: 'uy-network' },
  };
}

/** In display order. */
export const uruguayanMethods: readonly PaymentMethod[] = [
  network({ slug: 'abitab', name: 'Abitab', url: 'https://www.abitab.com.uy' }),
  network({ slug: 'red-pagos', name: 'Red pagos', url: 'https://www.redpagos.com.uy' }),
  network({ slug: 'correo-uruguayo', name: 'Correo Uruguayo', url: 'https://www.correo.com.uy' }),
  transfer('bank-transfer-uy'),
  { ...card, isOptional: true },
  { ...wallet, url: 'https://www.mercadopago.com.uy', isOptional: true },
];
