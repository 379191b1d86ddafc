/**
 * Every address of the web, used by its own links and by the server's mails
 * (docs/product/shell.md#addresses). Nothing else spells out an address.
 */

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

function withQuery(path: string, query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`${name}=${encodeURIComponent(String(value))}`],
  );
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path;
}

/** One string for each `$name` of a pattern. */
type Values<Pattern extends string> = Pattern extends `${string}$${infer Rest}`
  ? [value: string, ...Values<Rest>]
  : [];

function filled(pattern: string, values: readonly string[]): string {
  let index = 0;
  return pattern.replaceAll(/\$\w+/g, () => encodeURIComponent(values[index++] ?? ''));
}

/** Address builder that carries its router pattern. */
const at = <Pattern extends string>(pattern: Pattern) =>
  Object.assign((...values: Values<Pattern>) => filled(pattern, values), { pattern });

/** Address builder with a query: `given` fills the pattern and the query. */
const asking = <Given extends readonly unknown[], Pattern extends string>(
  pattern: Pattern,
  given: (...of: Given) => readonly [values: readonly string[], query: Query],
) =>
  Object.assign(
    (...of: Given) => {
      const [values, query] = given(...of);
      return withQuery(filled(pattern, values), query);
    },
    { pattern },
  );

export const paths = {
  root: at('/'),
  signup: at('/signup'),
  rappi: at('/rappi'),
  victorHogar: at('/victor-hogar'),
  plataforma10: at('/plataforma-10'),
  login: asking('/login', (query: { redirectTo?: string; reset?: '1'; hash?: string } = {}) => [[], query]),
  autoLogin: at('/login/$hash'),
  magicLink: at('/magic-link/$hash'),
  loginLink: at('/login-link'),
  smsSent: at('/sms-enviado'),
  passwordReset: at('/recupero-contrasena/$hash'),
  vendor: at('/vendors/$hash'),
  offer: at('/oferta-comercial'),
  requestLoan: at('/solicitar-prestamo'),
  welcome: at('/bienvenido'),
  identity: at('/verificacion-identidad'),
  address: at('/verificacion-identidad/02'),
  bank: at('/verificacion-identidad/03'),
  delivery: at('/verificacion-identidad/03uy'),
  card: at('/verificacion-identidad/04'),
  account: at('/verificacion-identidad/04uy'),
  phone: at('/validacion-celular'),
  review: at('/revisar'),
  finish: at('/finalizacion/$id'),
  finishRenewal: at('/finalizacion-renovador/$id'),
  finishOpen: at('/finish/$id'),
  finishProcess: at('/fin-proceso/$id'),
  finishProcessOfNone: at('/fin-proceso'),
  finishLoanOf: at('/fin-prestamo/$id'),
  finishLoan: at('/fin-prestamo'),
  loan: at('/ver-prestamo/$id'),
  loanRenewal: at('/ver-prestamo-renovador/$id'),
  loanOld: at('/ver-prestamo-old/$id'),
  photos: at('/fotos/$id'),
  returnLoan: at('/devolver-prestamo'),
  settlement: asking('/pago-anticipado/$id', (id: string, query: { importe?: number } = {}) => [[id], query]),
  changes: at('/cambios/$id'),
  accountStatus: at('/estado-cuenta'),
  balance: asking(
    '/balance/$type/$document_number',
    (
      documentNumber: string,
      query: {
        total?: number;
        modalBaja?: '1';
        redirectionFromError?: '1';
        reclamos?: '1';
        loan?: string;
      } = {},
      type: string = '1',
    ) => [[type, documentNumber], query],
  ),
  cannotPay: at('/no-puedo-pagar'),
  coupon: at('/coupon/$hash'),
  debitPayment: at('/debit-payment/$hash'),
  debitPaymentSuccess: asking('/debit-payment-success', (query: Query) => [[], query]),
  debitPaymentError: asking(
    '/debit-payment-error/$hash',
    (hash: string, query: { document_number?: string } = {}) => [[hash], query],
  ),
  paymentSuccess: at('/payment-success/$hash'),
  paymentError: at('/payment-error/$hash'),
  debtFree: at('/libre-deuda/$hash'),
  debtFreeCheck: at('/verificar-libre-deuda/$hash'),
  receipt: at('/comprobante-transferencia/$id'),
  cancelled: at('/cancelacion-exitosa'),
  referral: at('/referido'),
  statement: at('/movimientos/$id'),
  ticket: at('/reclamos/$id'),
  ownData: at('/mis-datos'),
  withdrawal: at('/arrepentimiento'),
  withdrawalConfirm: at('/arrepentimiento/$hash'),
  membershipCancellation: at('/baja-membresia'),
  membershipCancellationConfirm: at('/baja-membresia/$hash'),
  membership: at('/membresia'),
  preferences: at('/avisos'),
  preferencesOf: at('/avisos/$hash'),
  contactChange: at('/deshacer-cambio/$hash'),
  contracts: at('/contratos-de-adhesion'),
  documentClaim: at('/documento-propio/$hash'),
  ownDocument: at('/documento-propio'),
  terms: at('/terminos'),
  privacy: at('/privacidad'),
} as const;
