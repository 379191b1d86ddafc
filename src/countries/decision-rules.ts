import { type DecisionRule, explainsItself, NO_SEGMENT } from '../domain/credit-decision.ts';
import type { CountryCode } from './country-pack.ts';
import { SUITABLE_AGES } from './identifiers/birthdate.ts';

export interface DecisionVersion {
  readonly name: string;
  readonly rules: readonly DecisionRule[];
}

/** Sentences for the borrower about a refusal. */
export interface RefusalReason {
  readonly reason: string;
  /** Place to correct the data; '' if nothing can be corrected. */
  readonly correct: string;
}

const { min, max } = SUITABLE_AGES;

const accept = { result: 'accept', margin: 0, reason: '', correct: '' } as const;

/** Rules that come with the program (docs/product/credit-decisions.md#versions). */
const SHIPPED_RULES: readonly DecisionRule[] = [
  {
    code: 'age',
    when: [{ fact: 'age', is: 'outside', than: [min, max] }],
    result: 'refuse',
    margin: 0,
    reason: `Nuestros préstamos son para personas de ${min} a ${max} años.`,
    correct: 'Si tu fecha de nacimiento está mal, escribinos desde Ayuda y la corregimos.',
  },
  {
    code: 'bureau-unavailable',
    when: [{ fact: 'bureau', is: 'equal', than: 'unavailable' }],
    result: 'review',
    margin: 0,
    reason: '',
    correct: '',
  },
  {
    code: 'bureau-bad',
    when: [{ fact: 'bureau', is: 'equal', than: 'bad' }],
    result: 'refuse',
    margin: 0,
    reason: 'En la central de deudores figura una deuda con más de 90 días de atraso.',
    correct:
      'Si esa deuda no es tuya o ya la pagaste, pedile a la entidad que la informó que la corrija, y volvé a consultarnos.',
  },
  { code: 'bureau-none', when: [{ fact: 'bureau', is: 'equal', than: 'none' }], ...accept },
  { code: 'bureau-good', when: [{ fact: 'bureau', is: 'equal', than: 'good' }], ...accept },
];

/** First version of a country. */
export function shippedVersion(country: CountryCode): DecisionVersion {
  return { name: `${country.toLowerCase()}-inicial`, rules: SHIPPED_RULES };
}

const GENERAL: RefusalReason = {
  reason: 'Tu solicitud no cumple las condiciones que hoy pedimos para prestar.',
  correct: 'Si creés que algún dato tuyo está mal, escribinos desde Ayuda y una persona lo mira.',
};

const OF_NO_SEGMENT: RefusalReason = {
  reason: 'Hoy no tenemos préstamos para tu historial de crédito.',
  correct: 'Podés volver a consultarnos más adelante: las condiciones cambian.',
};

/**
 * Sentences about a refusal by the rule of a code. Rules that would help a fraud, decisions by a person, and
 * rules without a sentence get the general ones.
 */
export function refusalReason(rules: readonly DecisionRule[], code: string): RefusalReason {
  if (code === NO_SEGMENT) return OF_NO_SEGMENT;
  const rule = rules.find((each) => each.code === code);
  if (!rule || rule.reason === '' || !explainsItself(rule)) return GENERAL;
  return { reason: rule.reason, correct: rule.correct };
}

/** Rules of decisions made before versions existed. */
export const OLDEST_RULES: readonly DecisionRule[] = SHIPPED_RULES;
