import type { ParsedOf, OutputOf } from '../contract/contract.ts';
import type { EXPORTS, ExportName } from '../contract/staff/exports.ts';
import type { CountryCode } from '../countries/countries.ts';
import { CLOSE_STATES } from './closes.ts';
import { CASE_WAIT_NAMES, RESULT_NAMES } from './collection-names.ts';
import { EXCEPTION_STATE_NAMES, WHY_NAMES } from './exceptions.ts';
import { monthName, partName, rangeName, rowName, SOURCE_NAMES, STARTS } from './figures.ts';
import { shownValue, GROUP_NAMES } from './configuration.ts';
import { contradictionName } from './contradictions.ts';
import { KIND_NAMES as DATED_KINDS, formatDecimal, STATE_NAMES as DATED_STATES } from './dated.ts';
import { factsOf, valueName } from './facts.ts';
import { HOLD_NAMES } from './hold-names.ts';
import { liftName } from './holds.ts';
import { differenceText } from './debtors.ts';
import { MATCH_STATE_NAMES, whyText } from './screening.ts';
import { STATE_NAMES as IDENTITY_STATES } from './identity.ts';
import {
  failureName,
  KIND_NAMES as UNMATCHED_KINDS,
  lineReason,
  LINE_NAMES,
  outcomeName,
  REFUND_NAMES,
} from './money.ts';
import { INVOICE_KINDS, INVOICE_STATES, stoppedName } from './invoices.ts';
import { DELIVERY_NAMES, EVENT_NAMES, failureName as attemptFailure } from './integrations.ts';
import { loanState, providerName, wayName } from './names.ts';
import {
  dataLines,
  DIFFERENCE_NAMES,
  didText,
  JOB_NAMES,
  ORDER_NAMES,
  QUEUE_NAMES,
  RUN_STATES,
} from './operation.ts';
import { answerName, stateName, waitName, cancelReason } from './payouts.ts';
import { VERSION_STATE_NAMES } from './versioned-lists.ts';
import { ASKED_NAMES, CLOCK_NAMES, OBJECTIONS, REQUEST_NAMES } from './requests.ts';
import { subjectName } from './subject-names.ts';
import {
  actionName,
  APPROVAL_NAMES,
  countryName,
  reasonName,
  ROLE_NAMES,
  STATE_NAMES as MEMBER_STATES,
} from './texts.ts';
import { kindName, statusName } from './tickets.ts';

/** Marks a column that only repeats another one. */
const LEFT_OUT = null;

/** Labels for coded values, by column. */
type ColumnWords<Row> = {
  readonly [Name in keyof Row]?: ((value: NonNullable<Row[Name]>, row: Row) => string) | typeof LEFT_OUT;
};

type ListKey = (typeof EXPORTS)[ExportName];
type ParamsOf<Key extends ListKey> =
  ParsedOf<Key, 'params'> extends infer Params extends object ? Params : unknown;
/** Row of a list with the parameters of the list's address. */
type RowOf<Key extends ListKey> = (OutputOf<Key> extends { result: readonly (infer Row)[] } ? Row : never) &
  ParamsOf<Key>;
type Figures = OutputOf<'GET /api/staff/figures'>;
type Months = OutputOf<'GET /api/staff/figures/months'>;
type Entry = OutputOf<'GET /api/staff/audit'>['result'][number];

const facts = (json: string): string => factsOf(json).join(' · ');
const range = (from: number): string => rangeName(from, STARTS);

/** Columns with the same labels in every list. */
export const COMMON_WORDS = {
  action: actionName,
  country: (code: CountryCode) => countryName(code),
  network: wayName,
  provider: providerName,
  rail: wayName,
  reason_code: reasonName,
  source: wayName,
} as const;

export const LIST_WORDS: { readonly [List in ExportName]: ColumnWords<RowOf<(typeof EXPORTS)[List]>> } = {
  tickets: { kind: kindName, status: statusName },
  solicitudes: {
    kind: (kind) => REQUEST_NAMES[kind],
    state: valueName,
    loan_state: valueName,
    clock: (clock) => CLOCK_NAMES[clock],
    objection: (objection) => (objection === '' ? '' : OBJECTIONS[objection]),
    asked: (asked) => (asked === '' ? '' : ASKED_NAMES[asked]),
  },
  identidad: { state: (state) => IDENTITY_STATES[state] },
  excepciones: { state: (state) => EXCEPTION_STATE_NAMES[state], why: (why) => WHY_NAMES[why] },
  cobranzas: {
    last_result: (result) => (result === '' ? '' : RESULT_NAMES[result]),
    waits_for: (wait) => (wait === '' ? '' : CASE_WAIT_NAMES[wait]),
  },
  'cobranzas-resultados': { late_from: range },
  deudores: {},
  'deudores-diferencias': { kinds: (kinds) => differenceText(kinds) },
  coincidencias: {
    reasons: (reasons) => whyText(reasons),
    state: (state) => MATCH_STATE_NAMES[state],
  },
  bloqueos: { reason: (reason) => HOLD_NAMES[reason], lift_reason: liftName },
  'sin-identificar': { kind: (kind) => UNMATCHED_KINDS[kind] },
  'saldos-a-favor': { state: loanState, outcome: outcomeName },
  membresias: { state: loanState },
  devoluciones: {
    state: (state) => REFUND_NAMES[state],
    waits_for: waitName,
    failure: failureName,
    answer: ({ state }) => answerName(state),
  },
  // A reversed payment is labelled as reversed, as on the screen.
  pagos: {
    outcome: (outcome, { counts }) => outcomeName(counts ? outcome : 'reversed'),
    counts: LEFT_OUT,
  },
  rendiciones: {
    counts: (counts) => counts.map(({ outcome, count }) => `${outcomeName(outcome)}: ${count}`).join(', '),
  },
  rendicion: {
    kind: (kind) => LINE_NAMES[kind],
    outcome: outcomeName,
    reason: lineReason,
    said: LEFT_OUT,
  },
  envios: { state: stateName, waits_for: waitName, canceled_for: cancelReason },
  fallas: { queue: (queue) => QUEUE_NAMES[queue], data: (json) => dataLines(json).join(' · ') },
  'trabajo-diario': {
    job: (job) => JOB_NAMES[job],
    state: (state) => RUN_STATES[state].name,
    did: didText,
  },
  diferencias: {
    kind: (kind) => DIFFERENCE_NAMES[kind],
    our_state: valueName,
    their_state: valueName,
  },
  facturas: {
    kind: (kind) => INVOICE_KINDS[kind],
    state: (state) => INVOICE_STATES[state],
    document_kind: (kind) => (kind === 'document' ? 'Documento' : 'CUIL'),
  },
  'series-de-facturas': { kind: (kind) => INVOICE_KINDS[kind], stopped: stoppedName },
  contradicciones: {
    kind: (kind, { subject }) => contradictionName({ kind, subject }),
    subject: LEFT_OUT,
    loan_state: loanState,
    owed_on: LEFT_OUT,
  },
  'envios-en-contradiccion': {
    kind: (kind) => ORDER_NAMES[kind],
    ruled: valueName,
    said: valueName,
    truth: (truth) => (truth === '' ? '' : valueName(truth)),
  },
  precios: {
    state: (state) => VERSION_STATE_NAMES[state],
    basis: (basis) => (basis === 'tea' ? 'TEA' : 'TNA'),
  },
  reglas: { state: (state) => VERSION_STATE_NAMES[state], version: LEFT_OUT },
  configuracion: {
    group: (group) => GROUP_NAMES[group],
    value: (value, row) => shownValue(row, value),
    default: (value, row) => shownValue(row, value),
  },
  valores: {
    kind: (kind) => DATED_KINDS[kind],
    state: (state) => DATED_STATES[state],
    value: (value, { kind }) => formatDecimal(kind, value),
    last_value: (value, { kind }) => formatDecimal(kind, value),
  },
  'entregas-de-webhook': {
    state: (state) => DELIVERY_NAMES[state],
    event: (event, { type }) => `${EVENT_NAMES[type]}: ${event}`,
    attempts: (attempts) =>
      attempts.map(({ at, status, failure }) => `${at} ${status ?? attemptFailure(failure)}`).join(', '),
  },
  cierres: { state: (state) => CLOSE_STATES[state] },
  'datos-a-confirmar': {},
  'valores-por-dia': { value: (value, { kind }) => formatDecimal(kind, value) },
  feriados: {},
  'cambios-de-feriados': {},
  equipo: {
    roles: (roles) => roles.map((role) => ROLE_NAMES[role]).join(', '),
    countries: (codes) => codes.map(countryName).join(', '),
    state: (state) => MEMBER_STATES[state],
  },
  aprobaciones: {
    subject_name: (_, row) => subjectName(row),
    change: null,
    before: facts,
    after: facts,
    state: (state) => APPROVAL_NAMES[state],
  },
};

export const AUDIT_WORDS: ColumnWords<Entry> = {
  subject_name: (_, row) => subjectName(row),
  before: facts,
  after: facts,
};

/** Columns of the daily figures. */
export const FIGURE_WORDS: {
  readonly days: ColumnWords<Figures['days'][number]>;
  readonly portfolio: ColumnWords<Figures['portfolio'][number]>;
  readonly classes: ColumnWords<Figures['classes'][number]>;
  readonly vintages: ColumnWords<Months['vintages'][number]>;
  readonly rolls: ColumnWords<Months['rolls'][number]>;
  readonly write_offs: ColumnWords<Months['write_offs'][number]>;
  readonly rows: ColumnWords<OutputOf<'GET /api/staff/figures/rows'>['result'][number]>;
} = {
  days: { figure: (figure) => SOURCE_NAMES[figure], part: partName },
  portfolio: { late_from: range },
  classes: {},
  vintages: { origin: monthName },
  rolls: { late_from: range, late_to: range },
  write_offs: { month: monthName },
  rows: { name: rowName, part: partName },
};
