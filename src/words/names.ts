import { COUNTRIES } from '../countries/countries.ts';
import { paymentMethodsOf } from '../countries/payment-methods.ts';

/** Labels for loan states; an unknown state is shown as stored. */

export const LOAN_STATES: Readonly<Record<string, string>> = {
  send: 'Confirmado',
  preapproved: 'En envío',
  approved: 'Vigente',
  finished: 'Terminado',
  canceled: 'Cancelado',
};
export const loanState = (state: string): string => LOAN_STATES[state] ?? state;

/** Labels for sources and destinations of money: payment methods, rails and the product's own bookings. */
const WAYS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    COUNTRIES.flatMap((country) =>
      // A settlement file's name ends with the country if several countries have its method.
      paymentMethodsOf(country).flatMap(({ slug, name }) => [
        [slug, name],
        [`${slug}-${country.toLowerCase()}`, name],
      ]),
    ),
  ),
  pdv: 'Punto de retiro',
  card: 'Tarjeta',
  'instalment-debit': 'Débito automático',
  'membership-charge': 'Débito de la membresía',
  'membership-price': 'Membresía pagada con dinero del préstamo',
  'referral-discount': 'Descuento por referidos',
  'credit-closing': 'Saldo a favor',
  'credit-refund': 'Devolución del saldo a favor',
  'credit-transfer': 'Saldo a favor de otro préstamo',
  demo: 'Datos de la demo',
  sandbox: 'Prueba',
};
export const wayName = (way: string): string => WAYS[way] ?? way;

const PROVIDERS: Readonly<Record<string, string>> = {
  card: 'Cobros con tarjeta',
  wallet: 'Billetera',
  payout: 'Envíos y devoluciones',
};
/** Label for a provider that is compared with our books: its purpose and its name. */
export function providerName(provider: string): string {
  const [kind = '', name = ''] = provider.split(':');
  return [PROVIDERS[kind] ?? kind, name && wayName(name)].filter(Boolean).join(', ');
}

export const instalmentCount = (count: number): string => (count === 1 ? '1 cuota' : `${count} cuotas`);
