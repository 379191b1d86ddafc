import { localDate } from '../../../countries/local-time.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { calendarDate, type CalendarDate } from '../../../domain/calendar-date.ts';
import type { FailureCode } from '../../../contract/failures.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Database, Queryable, Tx } from '../../platform/database.ts';
import { fail, ok, type Failure, type Result } from '../../platform/http/result.ts';
import {
  DONE,
  countriesOf,
  doerOf,
  staffCommand,
  type Askers,
  type StaffCommand,
} from '../../staff/actions/service.ts';
import {
  changeDraft,
  draftRow,
  insertDraft,
  insertEnd,
  isNameTaken,
  laterEnds,
  lockDraft,
  lockVersions,
  openDrafts,
  stateOf,
  versionNumber,
  versionPage,
  versionRow,
  versionsInForce,
  type DraftRow,
  type ListTables,
  type VersionRow,
} from './rows.ts';

export { changeDraft, draftRow, versionsById, versionsInForce } from './rows.ts';
export type { DraftRow, InForce, VersionRow } from './rows.ts';

/** Kind of versioned list: content of a draft, and storage of a version. */
export interface ListKind<Edited, Stored> extends ListTables {
  readonly byId: (db: Database, id: number, on?: Queryable) => Promise<Stored>;
  readonly editable: (stored: Stored) => Edited;
  readonly calls: {
    readonly copy: 'POST /api/staff/price-lists/{id}/copy' | 'POST /api/staff/decision-rules/{id}/copy';
    readonly end: 'POST /api/staff/price-lists/{id}/end' | 'POST /api/staff/decision-rules/{id}/end';
    readonly discard:
      | 'POST /api/staff/price-drafts/{id}/discard'
      | 'POST /api/staff/decision-drafts/{id}/discard';
  };
  readonly failures: Readonly<Record<'name' | 'day' | 'only' | 'over', FailureCode>>;
  /** Prefix of a version's subject in the audit, and the fact with its name. */
  readonly subject: 'price-list' | 'rules';
  readonly fact: 'price_list' | 'rules_name';
  /** Facts of an end for the audit and the approver. */
  readonly afterEnd: (
    tx: Tx,
    row: VersionRow,
    day: CalendarDate,
  ) => Promise<Readonly<Record<string, string>>>;
  /** Sentence about another person's change of a version or draft. */
  readonly changedMeanwhile: (who: string, did: string) => string;
}

type Deps = Pick<Dependencies, 'db' | 'clock' | 'vault'>;
type Clock = Pick<Dependencies, 'clock'>;

/** Response members that every kind of version has. */
export function versionAnswer(row: VersionRow, today: CalendarDate, inForce: Parameters<typeof stateOf>[2]) {
  return {
    id: String(row.id),
    country: row.country,
    name: row.name,
    state: stateOf(row, today, inForce),
    valid_from: row.valid_from,
    ends_on: row.ends_on ?? '',
    version: versionNumber(row),
  };
}

export function draftAnswer(row: DraftRow<unknown>) {
  return {
    id: String(row.id),
    country: row.country,
    name: row.name,
    based_on: String(row.based_on),
    based_on_name: row.based_on_name,
    version: row.version,
    changed_by: row.changed_by,
    changed_at: row.changed_at.toISOString(),
    waits: row.waits,
  };
}

/** A page of versions, newest first, and with the first page the open drafts. */
export async function listVersions<Answer>(
  { db, clock }: Deps,
  kind: ListTables,
  countries: readonly CountryCode[],
  before: number | undefined,
  answerOf: (row: VersionRow) => Answer,
) {
  const { rows, next } = await versionPage(db, kind, countries, before);
  const shown = new Map(
    await Promise.all(
      countries.map(async (country) => {
        const today = localDate(clock.now(), country);
        const inForce = await versionsInForce(db, kind, country, today);
        return [country, (row: VersionRow) => versionAnswer(row, today, inForce)] as const;
      }),
    ),
  );
  const result = rows.flatMap((row) => {
    const answer = shown.get(row.country)?.(row);
    return answer ? [{ ...answer, ...answerOf(row) }] : [];
  });
  const open = before === undefined ? await openDrafts(db, kind, countries) : [];
  return { result, drafts: open.map(draftAnswer), next };
}

/** A version by id with its content; undefined if the person may not see it. */
export async function findVersion<Edited, Stored>(
  { db, clock }: Deps,
  kind: ListKind<Edited, Stored>,
  id: number,
  countries: readonly CountryCode[],
) {
  const row = await versionRow(db, kind, id, countries);
  if (!row) return undefined;
  const today = localDate(clock.now(), row.country);
  const inForce = await versionsInForce(db, kind, row.country, today);
  return { row, today, answer: versionAnswer(row, today, inForce), stored: await kind.byId(db, id) };
}

/** Open draft by id; undefined if the person may not see it. */
export async function findDraft<Edited, Stored>(
  db: Queryable,
  kind: ListKind<Edited, Stored>,
  id: number,
  countries: readonly CountryCode[],
): Promise<DraftRow<Edited> | undefined> {
  const draft = await draftRow<Edited>(db, kind, id, countries);
  return draft?.state === 'open' ? draft : undefined;
}

/** Commands that do not read the content: copy, discard and end. */
export function versionCommands<Edited, Stored>(deps: Deps, kind: ListKind<Edited, Stored>): StaffCommand[] {
  return [copyCommand(deps, kind), discardCommand(deps, kind), endCommand(deps, kind)];
}

function copyCommand<Edited, Stored>(deps: Deps, kind: ListKind<Edited, Stored>): StaffCommand {
  return staffCommand(deps, kind.calls.copy, async (tx, { params, body: { name }, by }) => {
    const row = await versionRow(tx, kind, params.id, by.countries);
    if (!row) return fail('not_found');
    await lockVersions(tx, kind, row.country);
    if (await isNameTaken(tx, kind, row.country, name)) return fail(kind.failures.name);
    const data = kind.editable(await kind.byId(deps.db, row.id, tx));
    const id = await insertDraft(tx, kind, row, { name, data }, { by: by.name, at: deps.clock.now() });
    const after = { [kind.fact]: name, based_on: row.name };
    const facts = { ...aboutDraft(kind, { id, country: row.country, name }), after };
    return ok({ answer: { result: { id: String(id) } }, facts });
  });
}

function discardCommand<Edited, Stored>(deps: Deps, kind: ListKind<Edited, Stored>): StaffCommand {
  return staffCommand(deps, kind.calls.discard, async (tx, asked) => {
    const found = await draftToChange(tx, kind, asked);
    if (!found.ok) return found;
    await changeDraft(tx, kind, found.value, { state: 'discarded' }, stampOf(deps, asked));
    const facts = { ...aboutDraft(kind, found.value), reason: asked.body.reason };
    return ok({ answer: { messages: ['Borrador descartado.'] }, facts });
  });
}

function endCommand<Edited, Stored>(deps: Deps, kind: ListKind<Edited, Stored>): StaffCommand {
  return staffCommand(deps, kind.calls.end, async (tx, asked) => {
    const { params, body } = asked;
    const seen = await versionRow(tx, kind, params.id, countriesOf(asked));
    if (!seen) return fail('not_found');
    await lockVersions(tx, kind, seen.country);
    const row = await versionRow(tx, kind, params.id, [seen.country]);
    if (!row) return fail('not_found');
    if (versionNumber(row) !== asked.seenVersion)
      return fail('changed_meanwhile', {
        message: kind.changedMeanwhile(row.ended_by ?? 'Alguien', 'terminó'),
      });
    const day = calendarDate(body.ends_on);
    const refused = await refuseEnd(tx, deps, kind, row, day);
    if (refused) return refused;
    await insertEnd(tx, kind, { id: row.id, endsOn: day, ...stampOf(deps, asked) });
    const facts = {
      subject: `${kind.subject}:${row.id}`,
      subjectName: row.name,
      country: row.country,
      before: { [kind.fact]: row.name },
      after: await kind.afterEnd(tx, row, day),
    };
    return ok({ answer: DONE, facts });
  });
}

/**
 * Refuses an invalid end: a current or future version ends today or later, and no day may be left without a
 * version for everybody.
 */
async function refuseEnd<Edited, Stored>(
  tx: Tx,
  { clock }: Clock,
  kind: ListKind<Edited, Stored>,
  row: VersionRow,
  day: CalendarDate,
): Promise<Failure | undefined> {
  const today = localDate(clock.now(), row.country);
  const state = stateOf(row, today, await versionsInForce(tx, kind, row.country, today));
  if (row.ends_on !== null || state === 'replaced' || state === 'ended') return fail(kind.failures.over);
  if (day < today || day < row.valid_from) return fail(kind.failures.day);
  if (row.share < 100) return undefined;
  for (const each of [day, ...(await laterEnds(tx, kind, row, day))])
    if (!(await versionsInForce(tx, kind, row.country, each, row.id))) return fail(kind.failures.only);
  return undefined;
}

interface AskedOfDraft extends Askers {
  readonly params: { readonly id: number };
  readonly seenVersion: number | undefined;
}

/** Locks the draft in the version that the person saw. */
async function draftToChange<Edited, Stored>(
  tx: Tx,
  kind: ListKind<Edited, Stored>,
  asked: AskedOfDraft,
): Promise<Result<DraftRow<Edited>>> {
  await lockDraft(tx, kind, asked.params.id);
  const draft = await draftRow<Edited>(tx, kind, asked.params.id, countriesOf(asked));
  if (!draft) return fail('not_found');
  if (draft.state === 'open' && draft.version === asked.seenVersion) return ok(draft);
  const did = { open: 'cambió', activated: 'activó', discarded: 'descartó' }[draft.state];
  return fail('changed_meanwhile', { message: kind.changedMeanwhile(draft.changed_by, did) });
}

/** Saves edited content, also with errors. @returns the draft before and after */
export async function saveDraft<Edited, Stored>(
  tx: Tx,
  deps: Clock,
  kind: ListKind<Edited, Stored>,
  asked: AskedOfDraft,
  data: Edited,
): Promise<Result<{ readonly draft: DraftRow<Edited>; readonly saved: DraftRow<Edited> }>> {
  const found = await draftToChange(tx, kind, asked);
  if (!found.ok) return found;
  await changeDraft(tx, kind, found.value, { data }, stampOf(deps, asked));
  const saved = await draftRow<Edited>(tx, kind, found.value.id, asked.by.countries);
  if (!saved) throw new Error(`the draft ${found.value.id} has gone`);
  return ok({ draft: found.value, saved });
}

interface Activation<Edited, Stored> {
  readonly draft: DraftRow<Edited>;
  readonly day: CalendarDate;
  /** Version in force on the day, otherwise the copied one. */
  readonly replaced: Stored;
}

/** Locks a draft and its country's versions for activation, and checks its day and name. */
export async function draftToActivate<Edited, Stored>(
  tx: Tx,
  { db, clock }: Deps,
  kind: ListKind<Edited, Stored>,
  asked: AskedOfDraft & { readonly body: { readonly valid_from: string } },
): Promise<Result<Activation<Edited, Stored>>> {
  const found = await draftToChange(tx, kind, asked);
  if (!found.ok) return found;
  const draft = found.value;
  const { country, name, id } = draft;
  await lockVersions(tx, kind, country);
  const day = calendarDate(asked.body.valid_from);
  if (day < localDate(clock.now(), country)) return fail(kind.failures.day);
  if (await isNameTaken(tx, kind, country, name, id)) return fail(kind.failures.name);
  const inForce = await versionsInForce(tx, kind, country, day);
  return ok({ draft, day, replaced: await kind.byId(db, inForce?.id ?? draft.based_on, tx) });
}

/** Person and time of a change. */
export const stampOf = ({ clock }: Clock, asked: Askers) => ({ by: doerOf(asked).name, at: clock.now() });

/** Subject of a draft in the audit. */
export function aboutDraft(
  { draftSubject }: ListTables,
  { id, country, name }: Pick<DraftRow<unknown>, 'id' | 'country' | 'name'>,
) {
  return { subject: `${draftSubject}:${id}`, subjectName: name, country };
}
