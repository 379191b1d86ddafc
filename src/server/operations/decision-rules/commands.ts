import { isDeepStrictEqual } from 'node:util';
import { checkedRules } from '../../../contract/staff/decision-rules.ts';
import { localDate } from '../../../countries/local-time.ts';
import { calendarDate, formatDate, type CalendarDate } from '../../../domain/calendar-date.ts';
import type { Dependencies } from '../../dependencies.ts';
import {
  changeDraft,
  draftRow,
  hasChallenger,
  insertDraft,
  insertEnd,
  insertVersion,
  isNameTaken,
  laterEnds,
  lockDraft,
  lockRules,
  rulesById,
  rulesInForce,
  stateOf,
  versionNumber,
  versionRow,
  type DraftRow,
  type VersionRow,
} from '../../origination/decision-rules/service.ts';
import { after } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import { fail, ok, type Failure, type Result } from '../../platform/http/result.ts';
import {
  DONE,
  countriesOf,
  doerOf,
  staffCommand,
  type Askers,
  type StaffCommand,
} from '../../staff/actions/service.ts';
import { resultName, rulesSummary } from '../../../words/decision-rules.ts';
import { effectOf } from './replay.ts';
import { checkedDraft, editableRules, effectDays } from './routes.ts';

/** Number of newest applicants compared in the request for activation. */
const effectAsked = 2_000;

/** Staff commands on credit rules (docs/console.md#reglas-de-crédito). */
export function decisionRulesCommands(deps: Dependencies): StaffCommand[] {
  return [
    copyCommand(deps),
    saveCommand(deps),
    discardCommand(deps),
    activateCommand(deps),
    endCommand(deps),
  ];
}

function copyCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/decision-rules/{id}/copy', async (tx, { params, body, by }) => {
    const row = await versionRow(tx, params.id, by.countries);
    if (!row) return fail('not_found');
    await lockRules(tx, row.country);
    if (await isNameTaken(tx, row.country, body.name)) return fail('rules_name');
    const { rules } = await rulesById(deps.db, row.id, tx);
    const id = await insertDraft(tx, {
      country: row.country,
      name: body.name,
      based_on: row.id,
      data: rules,
      by: by.name,
      at: deps.clock.now(),
    });
    const copied = { rules_name: body.name, based_on: row.name };
    return ok({
      answer: { result: { id: String(id) } },
      facts: { ...aboutDraft({ ...row, id }, body.name), after: copied },
    });
  });
}

function saveCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/decision-drafts/{id}/save', async (tx, asked) => {
    const found = await draftToChange(tx, asked);
    if (!found.ok) return found;
    const draft = found.value;
    const { rules } = asked.body;
    await changeDraft(tx, draft, { data: rules }, { by: asked.by.name, at: deps.clock.now() });
    const saved = await draftRow(tx, draft.id, asked.by.countries);
    if (!saved) throw new Error(`the prepared rules ${draft.id} have gone`);
    const facts = {
      ...aboutDraft(draft, draft.name),
      before: { rules: rulesSummary(draft.data) },
      after: { rules: rulesSummary(rules) },
    };
    return ok({ answer: { result: checkedDraft(saved) }, facts });
  });
}

function discardCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/decision-drafts/{id}/discard', async (tx, asked) => {
    const found = await draftToChange(tx, asked);
    if (!found.ok) return found;
    const at = deps.clock.now();
    await changeDraft(tx, found.value, { state: 'discarded' }, { by: asked.by.name, at });
    const facts = { ...aboutDraft(found.value, found.value.name), reason: asked.body.reason };
    return ok({ answer: { messages: ['Borrador descartado.'] }, facts });
  });
}

function activateCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/decision-drafts/{id}/activate', async (tx, asked) => {
    const found = await draftToChange(tx, asked);
    if (!found.ok) return found;
    const draft = found.value;
    const { country } = draft;
    const { share } = asked.body;
    await lockRules(tx, country);
    const now = deps.clock.now();
    const today = localDate(now, country);
    const day = calendarDate(asked.body.valid_from);
    if (day < today) return fail('rules_day');
    if (await isNameTaken(tx, country, draft.name, draft.id)) return fail('rules_name');
    const rules = checkedRules(draft.data);
    if (!rules) return fail('rules_faults');
    if (share < 100 && (await hasChallenger(tx, country, day))) return fail('rules_challenger');
    const replacedId = (await rulesInForce(tx, country, day))?.id ?? draft.based_on;
    const replaced = await rulesById(deps.db, replacedId, tx);
    if (isDeepStrictEqual(replaced.rules, rules)) return fail('nothing_changes');
    const since = after(now, -effectDays, 'days');
    const effect = await effectOf(
      deps.db,
      { country, rules, since, before: undefined, most: effectAsked },
      tx,
    );
    const rulesId = await insertVersion(tx, {
      country,
      name: draft.name,
      validFrom: day,
      share,
      rules: draft.data,
      askedBy: asked.by.name,
      approvedBy: doerOf(asked).name,
      at: now,
    });
    await changeDraft(tx, draft, { state: 'activated', rulesId }, { by: doerOf(asked).name, at: now });
    const facts = {
      ...aboutDraft(draft, draft.name),
      before: { rules: rulesSummary(editableRules(replaced.rules)) },
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

function endCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/decision-rules/{id}/end', async (tx, asked) => {
    const { params, body } = asked;
    const seen = await versionRow(tx, params.id, countriesOf(asked));
    if (!seen) return fail('not_found');
    await lockRules(tx, seen.country);
    const row = await versionRow(tx, params.id, [seen.country]);
    if (!row) return fail('not_found');
    if (versionNumber(row) !== asked.seenVersion)
      return fail('changed_meanwhile', {
        message: `${row.ended_by ?? 'Alguien'} terminó estas reglas mientras las mirabas. Actualizá la página y revisalas.`,
      });
    const day = calendarDate(body.ends_on);
    const refused = await refuseEnd(tx, deps, row, day);
    if (refused) return refused;
    await insertEnd(tx, { id: row.id, endsOn: day, by: doerOf(asked).name, at: deps.clock.now() });
    const facts = {
      subject: `rules:${row.id}`,
      subjectName: row.name,
      country: row.country,
      before: { rules_name: row.name },
      after: { ends_on: formatDate(day) },
    };
    return ok({ answer: DONE, facts });
  });
}

/** Refuses an invalid end: no day may be left without rules for everybody. */
async function refuseEnd(
  tx: Tx,
  { clock }: Pick<Dependencies, 'clock'>,
  row: VersionRow,
  day: CalendarDate,
): Promise<Failure | undefined> {
  const today = localDate(clock.now(), row.country);
  const state = await stateOf(tx, row, today);
  if (row.ends_on !== null || state === 'replaced' || state === 'ended') return fail('rules_over');
  if (day < today || day < row.valid_from) return fail('rules_day');
  if (row.share < 100) return undefined;
  for (const each of [day, ...(await laterEnds(tx, row.country, row.id, day))])
    if (!(await rulesInForce(tx, row.country, each, row.id))) return fail('rules_only');
  return undefined;
}

interface AskedOfDraft extends Askers {
  readonly params: { readonly id: number };
  readonly seenVersion: number | undefined;
}

/** Locks the draft in the version that the person saw. */
async function draftToChange(tx: Tx, asked: AskedOfDraft): Promise<Result<DraftRow>> {
  await lockDraft(tx, asked.params.id);
  const draft = await draftRow(tx, asked.params.id, countriesOf(asked));
  if (!draft) return fail('not_found');
  if (draft.state === 'open' && draft.version === asked.seenVersion) return ok(draft);
  const what = { open: 'cambió', activated: 'activó', discarded: 'descartó' }[draft.state] ?? 'cambió';
  return fail('changed_meanwhile', {
    message: `${draft.changed_by} ${what} estas reglas mientras las mirabas. Actualizá la página y revisalas.`,
  });
}

function aboutDraft({ id, country }: Pick<DraftRow, 'id' | 'country'>, name: string) {
  return { subject: `rules-draft:${id}`, subjectName: name, country };
}
