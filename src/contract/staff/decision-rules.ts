import { z } from 'zod';
import {
  BUREAU_WORDS,
  type Condition,
  type DecisionRule,
  FACT_NAMES,
  FACTS,
  type FactName,
  isOfOthers,
  OPERATORS,
  RESULTS,
} from '../../domain/credit-decision.ts';
import { endpoint } from '../endpoint.ts';
import { beforeRow } from './fields.ts';
import { draft, version, versionCalls } from './versioned-lists.ts';

const RULES_REASONS = ['market', 'risk', 'law', 'test', 'error'] as const;
/** Decisions compared in one call, and in all. */
export const EFFECT_PART = 1_000;
export const EFFECT_MOST = 20_000;

const factNames = FACT_NAMES as readonly [FactName, ...FactName[]];
const number = z.number().min(-1_000_000_000).max(1_000_000_000);
const sentence = z.string().max(300);

/** Condition as edited: `than` holds one value, or the two numbers of `outside`, as typed. */
const condition = z.strictObject({
  fact: z.enum(factNames),
  is: z.enum(OPERATORS),
  than: z.union([number, z.string().max(40), z.tuple([number, number])]),
});

const rule = z.strictObject({
  code: z.string().max(40),
  when: z.array(condition).max(10),
  result: z.enum(RESULTS),
  margin: z.number().min(0).max(1_000_000_000),
  reason: sentence,
  correct: sentence,
});

/** Rules of a draft; they may still have faults. */
const rules = z.array(rule).max(40);
export type EditedRules = z.output<typeof rules>;

export interface RulesFinding {
  /** Position of the rule; -1 for the list as a whole. */
  readonly rule: number;
  readonly text: string;
}

const isNumber = (value: unknown): value is number => typeof value === 'number';

/** Faults of a list of rules, in Spanish; empty for one that can be activated. */
export function rulesFindings(edited: EditedRules): readonly RulesFinding[] {
  const codes = edited.map(({ code }) => code);
  const ofRules = edited.flatMap((each, index) =>
    ruleFaults(each, codes.indexOf(each.code) !== index).map((text) => ({ rule: index, text })),
  );
  const accepts = edited.some(({ result }) => result === 'accept' || result === 'accept-smallest');
  return accepts ? ofRules : [...ofRules, { rule: -1, text: 'Ninguna regla acepta a nadie.' }];
}

function ruleFaults({ code, when, result, margin, reason }: EditedRules[number], isTwice: boolean): string[] {
  const faults: string[] = [];
  if (!/^[a-z][a-z0-9-]{1,39}$/.test(code))
    faults.push('El código lleva letras minúsculas, números y guiones.');
  if (isTwice) faults.push('Otra regla tiene este código.');
  if (result === 'refuse' && reason.trim() === '') faults.push('Falta lo que lee la persona.');
  if (result === 'refuse' && when.length === 0) faults.push('Una regla que rechaza necesita una condición.');
  if (margin > 0 && result !== 'refuse') faults.push('El margen es de las reglas que rechazan.');
  if (margin > 0 && when.every(({ is }) => is === 'equal'))
    faults.push('El margen necesita una condición con un número.');
  if (result === 'refuse' && when.some(({ fact }) => isOfOthers(fact)))
    faults.push(
      'Un extraño puede provocar ese dato: la regla deja la solicitud a una persona, no la rechaza.',
    );
  return [...faults, ...when.flatMap((each) => (checkedCondition(each) ? [] : [wrongCondition(each)]))];
}

const wrongCondition = ({ fact, is }: EditedRules[number]['when'][number]): string =>
  FACTS[fact] === 'word' && is !== 'equal'
    ? 'Un dato que es una palabra sólo se compara con «es».'
    : 'El valor de una condición no corresponde a su dato.';

function checkedCondition({ fact, is, than }: EditedRules[number]['when'][number]): Condition | undefined {
  if (FACTS[fact] === 'word')
    return is === 'equal' && BUREAU_WORDS.some((word) => word === than)
      ? { fact, is, than: String(than) }
      : undefined;
  if (is === 'outside') return Array.isArray(than) && than[0] <= than[1] ? { fact, is, than } : undefined;
  return isNumber(than) ? { fact, is, than } : undefined;
}

/** Rules that can decide; undefined if something is wrong with them. */
export function checkedRules(edited: EditedRules): readonly DecisionRule[] | undefined {
  if (rulesFindings(edited).length > 0) return undefined;
  return edited.map(({ when, ...each }) => ({
    ...each,
    when: when.flatMap((one) => checkedCondition(one) ?? []),
  }));
}

/** @throws if stored rules are not valid: they must fail on first use, not decide wrongly */
export function parseRules(stored: unknown): readonly DecisionRule[] {
  const parsed = checkedRules(rules.parse(stored));
  if (!parsed) throw new Error('stored credit rules are not valid');
  return parsed;
}

const rulesVersion = version.extend({
  /** Percent of the country's people; 100 for the version in force. */
  share: z.number(),
  asked_by: z.string(),
  /** '' for the version that came with the program. */
  approved_by: z.string(),
});

const side = z.object({
  id: z.string(),
  name: z.string(),
  share: z.number(),
  decisions: z.number(),
  accepted: z.number(),
  refused: z.number(),
  reviewed: z.number(),
  loans: z.number(),
  /** Loans more than 30 days late at the last close. */
  late: z.number(),
});

const changes = z.array(z.object({ from: z.string(), to: z.string(), count: z.number() }));
const checked = draft.extend({
  rules,
  findings: z.array(z.object({ rule: z.number(), text: z.string() })),
});

const calls = versionCalls('rules.change', 'rules.approve', RULES_REASONS);

/** Versions of the credit rules (docs/console.md#reglas-de-crédito). */
export const staffDecisionRules = {
  'GET /api/staff/decision-rules': endpoint({
    ...calls.list,
    summary: 'The versions of the credit rules of a country, newest first, and those being prepared',
    response: z.object({ result: z.array(rulesVersion), drafts: z.array(draft), next: z.string() }),
  }),
  'GET /api/staff/decision-rules/{id}': endpoint({
    ...calls.read,
    summary: 'A version of the credit rules; for a challenger, both sides in figures',
    response: z.object({ result: rulesVersion.extend({ rules, sides: z.array(side) }) }),
  }),
  'POST /api/staff/decision-rules/{id}/copy': endpoint({
    ...calls.copy,
    summary: 'Prepare a new version that begins as this one',
    failures: ['not_found', 'rules_name'],
  }),
  'POST /api/staff/decision-rules/{id}/end': endpoint({
    ...calls.decided,
    summary: 'End a version of the credit rules on a day; the one before it decides again',
    body: z.strictObject({ ends_on: z.iso.date(), ...calls.why }),
    failures: ['not_found', 'changed_meanwhile', 'rules_day', 'rules_only', 'rules_over'],
  }),
  'GET /api/staff/decision-drafts/{id}': endpoint({
    ...calls.read,
    summary: 'A version that is being prepared, and what is wrong with it',
    response: z.object({ result: checked }),
  }),
  'GET /api/staff/decision-drafts/{id}/effect': endpoint({
    ...calls.read,
    summary: 'A part of the last 30 days’ decisions, decided again by a version that is being prepared',
    query: z.object({ before: beforeRow }),
    response: z.object({
      /** Decisions of the 30 days, up to {@link EFFECT_MOST}. */
      total: z.number(),
      compared: z.number(),
      changed: z.number(),
      changes,
      /** Cursor of the next part; '' after the last. */
      next: z.string(),
    }),
    failures: ['not_found', 'rules_faults'],
  }),
  'POST /api/staff/decision-drafts/{id}/save': endpoint({
    ...calls.save,
    summary: 'Save edited rules, whatever is wrong with them',
    body: z.strictObject({ rules }),
    response: z.object({ result: checked }),
  }),
  'POST /api/staff/decision-drafts/{id}/discard': endpoint({
    ...calls.discard,
    summary: 'Throw away a version that was being prepared',
  }),
  'POST /api/staff/decision-drafts/{id}/activate': endpoint({
    ...calls.decided,
    summary: 'Let a prepared version decide from a day on, about everybody or about a share',
    body: z.strictObject({
      valid_from: z.iso.date(),
      /** Percent of the country's people: 100, or up to 50 for a challenger. */
      share: z
        .number()
        .int()
        .refine((share) => share === 100 || (share >= 1 && share <= 50)),
      ...calls.why,
    }),
    failures: [
      'not_found',
      'changed_meanwhile',
      'rules_day',
      'rules_faults',
      'rules_name',
      'rules_challenger',
    ],
  }),
};
