/** Every address of the browser side in one place (docs/product/shell.md#addresses). */

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

function withQuery(path: string, query: Query): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, String(value)]));
  return search.size > 0 ? `${path}?${search}` : path;
}

const part = encodeURIComponent;

export const paths = {
  root: () => '/',
  signup: () => '/signup',
  rappi: () => '/rappi',
  victorHogar: () => '/victor-hogar',
  plataforma10: () => '/plataforma-10',
  login: (query: { redirectTo?: string; reset?: '1'; hash?: string } = {}) => withQuery('/login', query),
  autoLogin: (hash: string) => `/login/${part(hash)}`,
  magicLink: (hash: string) => `/magic-link/${part(hash)}`,
  loginLink: () => '/login-link',
  smsSent: () => '/sms-enviado',
  passwordReset: (hash: string) => `/recupero-contrasena/${part(hash)}`,
  vendor: (hash: string) => `/vendors/${part(hash)}`,
  offer: () => '/oferta-comercial',
  requestLoan: () => '/solicitar-prestamo',
  welcome: () => '/bienvenido',
  identity: () => '/verificacion-identidad',
  address: () => '/verificacion-identidad/02',
  bank: () => '/verificacion-identidad/03',
  delivery: () => '/verificacion-identidad/03uy',
  card: () => '/verificacion-identidad/04',
  account: () => '/verificacion-identidad/04uy',
  phone: () => '/validacion-celular',
  review: () => '/revisar',
  finish: (id: string) => `/finalizacion/${part(id)}`,
  finishRenewal: (id: string) => `/finalizacion-renovador/${part(id)}`,
  finishOpen: (id: string) => `/finish/${part(id)}`,
  finishProcess: (id: string) => `/fin-proceso/${part(id)}`,
  finishLoan: () => '/fin-prestamo',
  loan: (id: string) => `/ver-prestamo/${part(id)}`,
  loanRenewal: (id: string) => `/ver-prestamo-renovador/${part(id)}`,
  loanOld: (id: string) => `/ver-prestamo-old/${part(id)}`,
  returnLoan: () => '/devolver-prestamo',
  settlement: (id: string, query: { importe?: number } = {}) =>
    withQuery(`/pago-anticipado/${part(id)}`, query),
  accountStatus: () => '/estado-cuenta',
  balance: (
    documentNumber: string,
    query: { total?: number; modalBaja?: '1'; redirectionFromError?: '1' } = {},
    type = '1',
  ) => withQuery(`/balance/${part(type)}/${part(documentNumber)}`, query),
  coupon: (hash: string) => `/coupon/${part(hash)}`,
  debitPayment: (hash: string) => `/debit-payment/${part(hash)}`,
  debitPaymentSuccess: (query: Query) => withQuery('/debit-payment-success', query),
  debitPaymentError: (hash: string, query: { document_number?: string } = {}) =>
    withQuery(`/debit-payment-error/${part(hash)}`, query),
  paymentSuccess: (hash: string) => `/payment-success/${part(hash)}`,
  paymentError: (hash: string) => `/payment-error/${part(hash)}`,
  debtFree: (hash: string) => `/libre-deuda/${part(hash)}`,
  debtFreeCheck: (code: string) => `/verificar-libre-deuda/${part(code)}`,
  receipt: (id: string) => `/comprobante-transferencia/${part(id)}`,
  cancelled: () => '/cancelacion-exitosa',
  referral: () => '/referido',
  statement: (id: string) => `/movimientos/${part(id)}`,
  ownData: () => '/mis-datos',
  withdrawal: () => '/arrepentimiento',
  membershipCancellation: () => '/baja-membresia',
  membership: () => '/membresia',
  preferences: () => '/avisos',
  terms: () => '/terminos',
  privacy: () => '/privacidad',
} as const;

/**
 * A path of this site, or null: `redirectTo` accepts nothing else
 * (docs/product/signup-and-login.md#redirects). A backslash or a second slash would leave the site, as would
 * a scheme.
 */
export function safeRedirect(target: string | null | undefined, origin: string): string | null {
  if (!target?.startsWith('/') || !URL.canParse(target, origin)) return null;
  const url = new URL(target, origin);
  return url.origin === origin ? `${url.pathname}${url.search}${url.hash}` : null;
}
