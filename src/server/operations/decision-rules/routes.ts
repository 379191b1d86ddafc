import {
  checkedRules,
  EFFECT_MOST,
  EFFECT_PART,
  type EditedRules,
  rulesFindings,
} from '../../../contract/staff/decision-rules.ts';
import { localDate } from '../../../countries/local-time.ts';
import type { DecisionRule } from '../../../domain/credit-decision.ts';
import {
  draftAnswer,
  draftRow,
  openDrafts,
  rulesById,
  versionAnswer,
  versionPage,
  versionRow,
  type DraftRow,
} from '../../origination/decision-rules/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { after } from '../../platform/clock.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { route, staffOf, type Route } from '../../platform/http/route.ts';
import { decisionsSince, effectOf } from './replay.ts';
import { sidesOf } from './sides.ts';

/** Days of applicants that a prepared version is compared with. */
export const effectDays = 30;

/** Staff reads of the credit rules (docs/console.md#reglas-de-crédito). */
export function decisionRulesRoutes(deps: Dependencies): Route[] {
  const { db, clock } = deps;
  return [
    route('GET /api/staff/decision-rules', async (call) => {
      const { country, before } = call.query;
      const { countries } = staffOf(call);
      const wanted = country ? [country] : countries;
      const now = clock.now();
      const page = await versionPage(db, wanted, before, (each) => localDate(now, each));
      return ok({ ...page, drafts: before === undefined ? await openDrafts(db, wanted) : [] });
    }),
    route('GET /api/staff/decision-rules/{id}', async (call) => {
      const row = await versionRow(db, call.params.id, staffOf(call).countries);
      if (!row) return fail('not_found');
      const { rules } = await rulesById(db, row.id);
      const answer = await versionAnswer(db, row, localDate(clock.now(), row.country));
      const sides = [...(await sidesOf(db, row))];
      return ok({ result: { ...answer, rules: editableRules(rules), sides } });
    }),
    route('GET /api/staff/decision-drafts/{id}', async (call) => {
      const draft = await draftRow(db, call.params.id, staffOf(call).countries);
      return draft?.state === 'open' ? ok({ result: checkedDraft(draft) }) : fail('not_found');
    }),
    route('GET /api/staff/decision-drafts/{id}/effect', async (call) => {
      const draft = await draftRow(db, call.params.id, staffOf(call).countries);
      if (draft?.state !== 'open') return fail('not_found');
      const rules = checkedRules(draft.data);
      if (!rules) return fail('rules_faults');
      const { country } = draft;
      const since = after(clock.now(), -effectDays, 'days');
      const { before } = call.query;
      const [total, { next, ...effect }] = await Promise.all([
        decisionsSince(db, country, since, EFFECT_MOST),
        effectOf(db, { country, rules, since, before, most: EFFECT_PART }),
      ]);
      return ok({
        total,
        ...effect,
        changes: [...effect.changes],
        next: next === undefined ? '' : String(next),
      });
    }),
  ];
}

export function checkedDraft(draft: DraftRow) {
  return { ...draftAnswer(draft), rules: draft.data, findings: [...rulesFindings(draft.data)] };
}

/** Rules as the console edits them. */
export function editableRules(rules: readonly DecisionRule[]): EditedRules {
  return rules.map(({ when, ...each }) => ({
    ...each,
    when: when.map(({ fact, is, than }) => ({
      fact,
      is,
      than: typeof than === 'object' ? [than[0], than[1]] : than,
    })),
  }));
}
