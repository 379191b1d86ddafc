import {
  checkedRules,
  EFFECT_MOST,
  EFFECT_PART,
  rulesFindings,
  type EditedRules,
} from '../../../contract/staff/decision-rules.ts';
import { decisionRules, editableRules } from '../../origination/decision-rules/service.ts';
import {
  draftAnswer,
  findDraft,
  findVersion,
  listVersions,
  type DraftRow,
  type VersionRow,
} from '../../origination/versioned-lists/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { after } from '../../platform/clock.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { route, staffOf, type Route } from '../../platform/http/route.ts';
import { decisionsSince, effectOf } from './replay.ts';
import { sidesOf } from './sides.ts';

/** Days of applicants that a prepared version is compared with. */
export const effectDays = 30;

/** Response members that only credit rules have. */
const ownAnswer = (row: VersionRow) => ({
  share: row.share,
  asked_by: row.asked_by,
  approved_by: row.approved_by,
});

/** Staff reads of the credit rules (docs/console.md#reglas-de-crédito). */
export function decisionRulesRoutes(deps: Dependencies): Route[] {
  const { db, clock } = deps;
  return [
    route('GET /api/staff/decision-rules', async (call) => {
      const { country, before } = call.query;
      const countries = country ? [country] : staffOf(call).countries;
      return ok(await listVersions(deps, decisionRules, countries, before, ownAnswer));
    }),
    route('GET /api/staff/decision-rules/{id}', async (call) => {
      const found = await findVersion(deps, decisionRules, call.params.id, staffOf(call).countries);
      if (!found) return fail('not_found');
      const { row, answer, stored } = found;
      const sides = [...(await sidesOf(db, row))];
      return ok({ result: { ...answer, ...ownAnswer(row), rules: editableRules(stored), sides } });
    }),
    route('GET /api/staff/decision-drafts/{id}', async (call) => {
      const draft = await findDraft(db, decisionRules, call.params.id, staffOf(call).countries);
      return draft ? ok({ result: checkedDraft(draft) }) : fail('not_found');
    }),
    route('GET /api/staff/decision-drafts/{id}/effect', async (call) => {
      const draft = await findDraft(db, decisionRules, call.params.id, staffOf(call).countries);
      if (!draft) return fail('not_found');
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

export function checkedDraft(draft: DraftRow<EditedRules>) {
  return { ...draftAnswer(draft), rules: draft.data, findings: [...rulesFindings(draft.data)] };
}
