import type { OutputOf } from '../contract/contract.ts';
import type { EditedRules } from '../contract/staff/decision-rules.ts';
import type { FactName, RuleResult } from '../domain/credit-decision.ts';

type Versions = OutputOf<'GET /api/staff/decision-rules'>;
export type RulesVersion = Versions['result'][number];
export type WholeRules = OutputOf<'GET /api/staff/decision-rules/{id}'>['result'];
export type RulesDraft = OutputOf<'GET /api/staff/decision-drafts/{id}'>['result'];
export type EditedRule = EditedRules[number];

export const FACT_LABELS: Readonly<Record<FactName, string>> = {
  age: 'Edad',
  bureau: 'Central de deudores',
  grade: 'Nota de la central (1 a 8)',
  situation: 'Peor situación en la central',
  lenders: 'Entidades que informan',
  finished_loans: 'Préstamos terminados acá',
  open_loans: 'Préstamos vigentes acá',
  days_late: 'Días de atraso acá',
  phone_shared: 'Otras personas con su celular',
  document_signups: 'Altas con su documento en 30 días',
};

export const BUREAU_LABELS: Readonly<Record<string, string>> = {
  good: 'sin problemas',
  bad: 'con atrasos de más de 90 días',
  none: 'sin registro',
  unavailable: 'no respondió',
  'not-asked': 'no se consultó',
};

export const OPERATOR_LABELS: Readonly<Record<EditedRule['when'][number]['is'], string>> = {
  below: 'es menor que',
  above: 'es mayor que',
  equal: 'es',
  outside: 'está fuera de',
};

export const RESULT_LABELS: Readonly<Record<RuleResult, string>> = {
  accept: 'Acepta, según la central',
  'accept-smallest': 'Acepta, con el importe más chico',
  refuse: 'Rechaza',
  review: 'Lo decide una persona',
};

export const factLabel = (fact: string): string => FACT_LABELS[fact as FactName] ?? fact;

/** A fact's value as it reads. */
export function factText(fact: string, value: number | string | null): string {
  if (value === null) return 'no se sabe';
  return fact === 'bureau' ? (BUREAU_LABELS[value] ?? String(value)) : String(value);
}

/** A condition in words. */
export function conditionText({ fact, is, than }: EditedRule['when'][number]): string {
  const value = Array.isArray(than) ? `${than[0]} a ${than[1]}` : factText(fact, than);
  return `${factLabel(fact)} ${OPERATOR_LABELS[is]} ${value}`;
}

const FACT_NOUNS: Readonly<Record<Exclude<FactName, 'bureau'>, string>> = {
  age: 'la edad',
  grade: 'la nota de la central (1 a 8)',
  situation: 'la peor situación en la central',
  lenders: 'la cantidad de entidades que informan',
  finished_loans: 'la cantidad de préstamos terminados acá',
  open_loans: 'la cantidad de préstamos vigentes acá',
  days_late: 'la cantidad de días de atraso acá',
  phone_shared: 'la cantidad de otras personas con su celular',
  document_signups: 'la cantidad de altas con su documento en 30 días',
};

const BUREAU_CLAUSES: Readonly<Record<string, string>> = {
  good: 'la central no informa problemas',
  bad: 'la central informa atrasos de más de 90 días',
  none: 'la persona no figura en la central',
  unavailable: 'la central no respondió',
  'not-asked': 'no se consultó la central',
};

function conditionClause(condition: EditedRule['when'][number]): string {
  const { fact, is, than } = condition;
  if (fact === 'bureau') return BUREAU_CLAUSES[String(than)] ?? conditionText(condition);
  const value = Array.isArray(than) ? than.join('–') : String(than);
  return `${FACT_NOUNS[fact]} ${OPERATOR_LABELS[is]} ${value}`;
}

/** Sentence for a credit rule, from its conditions and outcome. */
export function ruleSentence({ when, result, margin }: EditedRule): string {
  const conditions = when.length === 0 ? 'Siempre' : `Si ${when.map(conditionClause).join(' y ')}`;
  const near = margin > 0 ? ` (con un margen de ${margin}, lo mira una persona)` : '';
  return `${conditions} → ${RESULT_LABELS[result]}${near}`;
}

/** A rule in one line. */
export function ruleText({ code, when, result, margin }: EditedRule): string {
  const conditions = when.length === 0 ? 'siempre' : when.map(conditionText).join(' y ');
  return `${code}: ${conditions} → ${RESULT_LABELS[result]}${margin > 0 ? ` (margen ${margin})` : ''}`;
}

interface Fired {
  readonly result: string;
  readonly values: readonly { readonly fact: string; readonly value: number | string | null }[];
}

/** A rule that fired, by the facts that it saw: its code is the editor's, often an English word. */
export function firedText({ result, values }: Fired): { readonly saw: string; readonly result: string } {
  const facts = values.map(({ fact, value }) => `${factLabel(fact)}: ${factText(fact, value)}`).join(' · ');
  return { saw: facts || 'Siempre', result: RESULT_LABELS[result as RuleResult] ?? result };
}

/** Rules in order, for the audit and the approver. */
export const rulesSummary = (rules: EditedRules): readonly string[] => rules.map(ruleText);

/** Result of a decision made again, as the comparison names it. */
export function resultName(result: string): string {
  const [what = '', segment] = result.split(' ');
  if (what === 'accept') return segment ? `acepta (${segment})` : 'acepta';
  return (
    { refuse: 'rechaza', review: 'lo mira una persona', unasked: 'habría que consultar la central' }[what] ??
    result
  );
}

export const RULES_REASON_NAMES = {
  market: 'Mercado o competencia',
  risk: 'Riesgo',
  law: 'Lo pide una norma',
  test: 'Prueba',
  error: 'Corrige un error',
} as const;
