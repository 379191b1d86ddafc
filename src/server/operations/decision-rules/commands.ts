import { isDeepStrictEqual } from 'node:util';
import { checkedRules } from '../../../contract/staff/decision-rules.ts';
import { formatDate } from '../../../domain/calendar-date.ts';
import type { Dependencies } from '../../dependencies.ts';
import {
  decisionRules,
  editableRules,
  hasChallenger,
  insertRules,
} from '../../origination/decision-rules/service.ts';
import {
  aboutDraft,
  changeDraft,
  draftToActivate,
  saveDraft,
  stampOf,
  versionCommands,
} from '../../origination/versioned-lists/service.ts';
import { after } from '../../platform/clock.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { DONE, staffCommand, type StaffCommand } from '../../staff/actions/service.ts';
import { resultName, rulesSummary } from '../../../words/decision-rules.ts';
import { effectOf } from './replay.ts';
import { checkedDraft, effectDays } from './routes.ts';

/** Number of newest applicants compared in the request for activation. */
const effectAsked = 2_000;

/** Staff commands on credit rules (docs/console.md#reglas-de-crédito). */
export function decisionRulesCommands(deps: Dependencies): StaffCommand[] {
  return [...versionCommands(deps, decisionRules), saveCommand(deps), activateCommand(deps)];
}

function saveCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/decision-drafts/{id}/save', async (tx, asked) => {
    const { rules } = asked.body;
    const saving = await saveDraft(tx, deps, decisionRules, asked, rules);
    if (!saving.ok) return saving;
    const { draft, saved } = saving.value;
    const facts = {
      ...aboutDraft(decisionRules, draft),
      before: { rules: rulesSummary(draft.data) },
      after: { rules: rulesSummary(rules) },
    };
    return ok({ answer: { result: checkedDraft(saved) }, facts });
  });
}

function activateCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/decision-drafts/{id}/activate', async (tx, asked) => {
    const found = await draftToActivate(tx, deps, decisionRules, asked);
    if (!found.ok) return found;
    const { draft, day, replaced } = found.value;
    const { country } = draft;
    const { share } = asked.body;
    const rules = checkedRules(draft.data);
    if (!rules) return fail('rules_faults');
    if (share < 100 && (await hasChallenger(tx, country, day))) return fail('rules_challenger');
    if (isDeepStrictEqual(replaced, rules)) return fail('nothing_changes');
    const stamp = stampOf(deps, asked);
    const since = after(stamp.at, -effectDays, 'days');
    const effect = await effectOf(
      deps.db,
      { country, rules, since, before: undefined, most: effectAsked },
      tx,
    );
    const versionId = await insertRules(tx, {
      country,
      name: draft.name,
      validFrom: day,
      share,
      rules: draft.data,
      askedBy: asked.by.name,
      approvedBy: stamp.by,
      at: stamp.at,
    });
    await changeDraft(tx, decisionRules, draft, { state: 'activated', versionId }, stamp);
    const facts = {
      ...aboutDraft(decisionRules, draft),
      before: { rules: rulesSummary(editableRules(replaced)) },
      after: {
        rules_name: draft.name,
        valid_from: formatDate(day),
        share: `${share} %`,
        rules: rulesSummary(draft.data),
        compared: effect.compared,
        changed: effect.changed,
        changes: effect.changes
          .filter(({ from, to }) => from !== to)
          .map(({ from, to, count }) => `${count}: ${resultName(from)} → ${resultName(to)}`),
      },
    };
    return ok({ answer: DONE, facts });
  });
}
