import { IDENTITY_FACTS, IDENTITY_VALUES } from './identity-names.ts';
import { ACCOUNT_NAMES } from './account-names.ts';
import { DECISION_FACTS, DECISION_VALUES } from './decision-names.ts';
import { CLOSE_STATES } from './closes.ts';
import { COLLECTION_FACTS, COLLECTION_VALUES } from './collection-names.ts';
import { HOLD_FACTS, HOLD_VALUES } from './hold-names.ts';
import { SCREENING_FACTS, SCREENING_VALUES } from './screening-names.ts';
import { OUTCOME_NAMES } from './money.ts';
import { PAYOUT_FACTS, PAYOUT_VALUES } from './payout-names.ts';
import { LOAN_STATES, wayName } from './names.ts';
import { answerName } from './payouts.ts';
import { INTEGRATION_FACTS, INTEGRATION_VALUES } from './integrations.ts';
import { VIEW_FACTS, actionName, countryName, ROLE_NAMES, STATE_NAMES } from './texts.ts';
import { CONFIGURATION_FACT_NAMES } from './configuration-names.ts';
import { COUNTRIES } from '../countries/countries.ts';
import { formatDate, parseIsoDate } from '../domain/calendar-date.ts';

/** States of tickets, requests and loans. */
const VALUE_NAMES: Readonly<Record<string, string>> = {
  ...OUTCOME_NAMES,
  open: 'Abierto',
  'under-review': 'En revisión',
  received: 'Falta que confirme',
  waiting: 'En espera',
  running: 'En marcha',
  resolved: 'Resuelta a mano',
  accepted: 'Aceptada',
  rejected: 'Rechazada',
  refused: 'Rechazada',
  ...LOAN_STATES,
  ended: 'Terminada',
  'return-due': 'Espera la devolución',
  returned: 'Devuelto',
  lapsed: 'No se devolvió',
  settled: 'Préstamo pagado',
  done: 'Hecha',
  failed: 'Falló',
  retried: 'Se vuelve a intentar',
  dropped: 'Descartada',
  'under-way': 'En curso',
  granted: 'Pasa a quien lo pidió',
  taken: 'Se movió el dinero',
  'not-taken': 'No se movió el dinero',
  'given-back': 'Devuelto',
  ...PAYOUT_VALUES,
  document: 'documento',
  'legal-number': 'CUIT/CUIL',
  legal_number: 'CUIT/CUIL',
  phone: 'celular',
  email: 'mail',
  loan: 'préstamo',
  payment: 'pago',
  ticket: 'ticket',
  card: 'tarjeta',
  transfer: 'transferencia',
  name: 'nombre',
  'email-part': 'parte de un mail',
  birthdate: 'nacimiento',
  address: 'domicilio',
  account: 'cuenta',
  login_sms: 'de ingreso, por SMS',
  login_email: 'de ingreso, por mail',
  ...DECISION_VALUES,
  ...CLOSE_STATES,
  ...COLLECTION_VALUES,
  ...IDENTITY_VALUES,
  ...HOLD_VALUES,
  ...SCREENING_VALUES,
  ...INTEGRATION_VALUES,
};

export const valueName = (value: string): string => VALUE_NAMES[value] ?? value;

const FACT_NAMES: Readonly<Record<string, string>> = {
  bytes: 'Tamaño',
  ...ACCOUNT_NAMES,
  ledger: 'Libro',
  roles: 'Roles',
  countries: 'Países',
  state: 'Estado',
  email: 'Mail',
  sessions_ended: 'Sesiones cerradas',
  passkey: 'Llave',
  rows: 'Filas',
  items: 'Renglones',
  action: 'Qué',
  kinds: 'Buscado como',
  text: 'Texto',
  found: 'Encontrado',
  field: 'Dato',
  document: 'Documento',
  document_number: 'Documento',
  holder: 'Hoy lo tiene el cliente',
  owners: 'Puede ser de los clientes',
  waived: 'No se cobra',
  written_off: 'Capital castigado',
  days_late: 'Días de atraso',
  ends_on: 'Termina el',
  changes: 'Cambios',
  values: 'Valores',
  bank_account: 'Cuenta',
  account: 'Cuenta n.º',
  image: 'Foto',
  ...IDENTITY_FACTS,
  destination: 'A la cuenta',
  note: 'Nota n.º',
  view: 'Vista',
  kind: 'Tipo',
  age: 'Antigüedad',
  queue: 'Tarea',
  source: 'Red o banco',
  reference: 'Referencia',
  table: 'Tabla',
  day: 'Día',
  part: 'Parte',
  which: 'Líneas',
  id: 'N.º',
  date: 'Fecha',
  link: 'Link',
  to: 'Hasta o a quién',
  phone: 'Celular',
  cellphone: 'Celular',
  first_name: 'Nombre',
  last_name: 'Apellido',
  name: 'Nombre',
  others_with_phone: 'Otras personas con ese celular',
  requested: 'Pedido',
  tries: 'Intentos',
  cause: 'Causa',
  our_amount: 'Nosotros',
  their_amount: 'El proveedor',
  status: 'Estado',
  assigned: 'Atiende',
  loan: 'Préstamo',
  loans: 'Préstamos',
  journal: 'Diario',
  provision: 'Previsión',
  operation: 'Operación',
  payment: 'Pago',
  merged_into: 'Sigue en',
  characters: 'Caracteres',
  outcome: 'Resultado',
  loan_state: 'Estado del préstamo',
  change: 'Cambio',
  owed_today: 'Cuesta cancelarlo',
  overdue: 'Vencido',
  in_favour: 'A favor',
  offered_until: 'Se ofrece hasta el',
  plan_total: 'Total del plan',
  return_amount: 'A devolver',
  person: 'Persona',
  customer: 'Cliente',
  country: 'País',
  from: 'Desde',
  ...INTEGRATION_FACTS,
  ...CONFIGURATION_FACT_NAMES,
  suspense: 'Sin identificar',
  bank_reference: 'Operación del banco',
  file: 'Comprobante',
  amount: 'Importe',
  paid_on: 'Pagado',
  refund: 'A devolver',
  network: 'Red',
  settled_on: 'Del',
  lines: 'Líneas',
  known: 'Ya registrada',
  outcomes: 'Qué haría',
  encoding: 'Codificación',
  ...PAYOUT_FACTS,
  ...DECISION_FACTS,
  ...COLLECTION_FACTS,
  ...HOLD_FACTS,
  ...SCREENING_FACTS,
  ...VIEW_FACTS,
};

const countryNames: Readonly<Record<string, string>> = Object.fromEntries(
  COUNTRIES.map((code) => [code, countryName(code)]),
);

/** Labels for values that depend on the fact's name. */
const OF_NAME: Readonly<Record<string, (value: string) => string>> = {
  answer: answerName,
  country: (code) => (Object.hasOwn(countryNames, code) ? (countryNames[code] ?? code) : code),
  network: wayName,
  source: wayName,
  rail: wayName,
  basis_days: (days) => days.replace('.', ','),
};

/** Labels of states, other values and roles; an object's own members are no labels of what people typed. */
const LABELS = [STATE_NAMES, VALUE_NAMES, ROLE_NAMES] as readonly Readonly<Record<string, string>>[];

const labelOf = (text: string): string | undefined =>
  LABELS.find((labels) => Object.hasOwn(labels, text))?.[text];

function wordOf(name: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'sí' : 'no';
  if (typeof value === 'number' && !Number.isInteger(value)) return String(value).replace('.', ',');
  const text = String(value);
  const own = OF_NAME[name];
  // People type such texts too: a 30th of February is shown as typed.
  const day = parseIsoDate(text);
  if (day !== undefined) return formatDate(day);
  return own ? own(text) : (labelOf(text) ?? actionName(text));
}

function factValue(name: string, value: unknown): string {
  if (Array.isArray(value))
    return value.length === 0 ? 'ninguno' : value.map((each) => wordOf(name, each)).join(', ');
  if (typeof value === 'object' && value !== null) return factLines(value).join(' · ') || 'sin saldos';
  return value === '' || value === null || value === undefined ? 'ninguno' : wordOf(name, value);
}

/** Previous or new facts as text. */
export function factLines(facts: object): string[] {
  return Object.entries(facts).map(
    ([name, value]) => `${FACT_NAMES[name] ?? name}: ${factValue(name, value)}`,
  );
}

/** True if the facts after an action are those that it asked for, which a second person decides. */
export const hasRequest = (after: object): after is { readonly requested: object } => 'requested' in after;

export const factsOf = (json: string): string[] => factLines(JSON.parse(json) as object);

const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A fact that is there, that would be, or both: '' where it is not. */
export interface ChangeRow {
  readonly key: string;
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** Facts before and after, side by side; groups, such as the ledger, come last, one row per field. */
export function changeRows(beforeJson: string, afterJson: string): readonly ChangeRow[] {
  const [before, after] = [beforeJson, afterJson].map((json) => flat(JSON.parse(json) as object)) as [
    Flat,
    Flat,
  ];
  const rows = [...new Map([...before, ...after])].map(([key, { name }]) => ({
    key,
    name,
    before: before.get(key)?.value ?? '',
    after: after.get(key)?.value ?? '',
  }));
  const isMember = ({ key }: ChangeRow) => key.includes('/');
  return [...rows.filter((row) => !isMember(row)), ...rows.filter(isMember)];
}

type Flat = ReadonlyMap<string, { readonly name: string; readonly value: string }>;

function flat(facts: object): Flat {
  const pairs = Object.entries(facts).flatMap(([name, value]) =>
    isGroup(value)
      ? Object.entries(value).map(([member, each]) => [`${name}/${member}`, member, each] as const)
      : [[name, name, value] as const],
  );
  return new Map(
    pairs.map(([key, name, value]) => [
      key,
      { name: FACT_NAMES[name] ?? name, value: factValue(name, value) },
    ]),
  );
}

/** Facts as lines; the members of a group follow its name, one line each. */
export function factGroups(
  json: string,
): readonly { readonly line: string; readonly members: readonly string[] }[] {
  return Object.entries(JSON.parse(json) as object).map(([name, value]) =>
    isGroup(value) && Object.keys(value).length > 0
      ? { line: FACT_NAMES[name] ?? name, members: factLines(value) }
      : { line: `${FACT_NAMES[name] ?? name}: ${factValue(name, value)}`, members: [] },
  );
}
