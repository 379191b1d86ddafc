import { isDeepStrictEqual } from 'node:util';
import { localDate } from '../../../../countries/local-time.ts';
import { calendarDate, formatDate } from '../../../../domain/calendar-date.ts';
import type { Dependencies } from '../../../dependencies.ts';
import type { Tx } from '../../../platform/database.ts';
import { fail, failFields, ok, type Result } from '../../../platform/http/result.ts';
import {
  countriesOf,
  doerOf,
  staffCommand,
  type Actor,
  type Askers,
  type StaffCommand,
} from '../../../staff/actions/service.ts';
import { priceListById, priceListOn } from '../price-lists.ts';
import { datedList } from '../dated/dated-list.ts';
import { findingsOf } from './checks.ts';
import { hasFaults } from './plan-checks.ts';
import {
  changeDraft,
  draftRow,
  insertDraft,
  insertEnd,
  insertList,
  isNameTaken,
  laterEnds,
  listRow,
  listVersion,
  lockLists,
  type DraftRow,
  type ListRow,
} from './rows.ts';
import { readingsSummary } from './readings.ts';
import { baseOf, checkedDraft } from './shown.ts';
import { listOf, tableOf } from './table.ts';
import type { PriceTable } from '../../../../contract/staff/price-lists.ts';
import { packOf } from '../../../../countries/index.ts';
import type { PriceList } from '../../../../countries/price-list.ts';
import { formatUnits } from '../../../../domain/format-units.ts';
import { formatPercentExact } from '../../../../domain/rate.ts';

const DECIMAL = /^\d{1,10}(\.\d{1,10})?$/;
const percent = (fraction: string) => (DECIMAL.test(fraction) ? formatPercentExact(fraction) : fraction);

type Fees = PriceTable['variants']['membership']['fees'];
type Variant = PriceTable['variants']['membership'];

const feesIn = (fees: NonNullable<Fees>) =>
  `${fees.origination} + ${fees.instalment} por cuota, hasta ${fees.most}`;
const taxesIn = ({ tax_rate: interest, fees }: Variant) =>
  fees ? `${percent(interest)} y ${percent(fees.tax_rate)} de los gastos` : percent(interest);

/** Joins the values of both variants; a single value if they are equal. */
const both = (without: string, membership: string) =>
  membership === without ? without : `${without}; con membresía ${membership}`;

const COUNTED = { interest: 'el interés', 'all-charges': 'todos los cargos' } as const;

/** Short description of a list with every editable value, for the audit and the approver. */
function summaryOf({ country, variants }: PriceList, table: PriceTable): Readonly<Record<string, string>> {
  const { currency } = packOf(country);
  const money = (units: number) => formatUnits(units, currency);
  const { no_membership: without, membership } = table.variants;
  const { basis } = variants.no_membership.rate;
  const { ceiling_counts: counts, segments } = table;
  return {
    [basis === 'tea' ? 'tea' : 'tna']: percent(without.rate),
    [basis === 'tea' ? 'tea_membership' : 'tna_membership']: percent(membership.rate),
    amounts: `${money(table.min_amount)} a ${money(table.max_amount)}`,
    ...(without.basis_days === undefined
      ? {}
      : { basis_days: both(without.basis_days, membership.basis_days ?? '') }),
    instalments: both(without.instalments.join(', '), membership.instalments.join(', ')),
    ...(without.fees && membership.fees ? { fees: both(feesIn(without.fees), feesIn(membership.fees)) } : {}),
    taxes: both(taxesIn(without), taxesIn(membership)),
    segments: segments
      .map(({ name, grade, max_amount: most }) => `${name} (${grade || 'sin nota'}) ${money(most)}`)
      .join(', '),
    offer_days: String(table.offer_days),
    ...(counts === null ? {} : { ceiling_counts: COUNTED[counts] }),
  };
}

/** Staff commands on price lists (docs/console.md#precios). */
export function priceListCommands(deps: Dependencies): StaffCommand[] {
  return [
    copyCommand(deps),
    saveCommand(deps),
    discardCommand(deps),
    activateCommand(deps),
    endCommand(deps),
  ];
}

function copyCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/price-lists/{id}/copy', async (tx, { params, body, by }) => {
    const row = await listRow(tx, params.id, by.countries);
    if (!row) return fail('not_found');
    await lockLists(tx, row.country);
    if (await isNameTaken(tx, row.country, body.name)) return fail('price_list_name');
    const id = await insertDraft(tx, {
      country: row.country,
      name: body.name,
      based_on: row.id,
      data: tableOf(await priceListById(deps.db, row.id, tx)),
      by: by.name,
      at: deps.clock.now(),
    });
    const after = { price_list: body.name, based_on: row.name };
    return ok({
      answer: { result: { id: String(id) } },
      facts: { ...aboutDraft({ ...row, id }, body.name), after },
    });
  });
}

function saveCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/price-drafts/{id}/save', async (tx, asked) => {
    const found = await draftToChange(tx, asked);
    if (!found.ok) return found;
    const draft = found.value;
    const { table } = asked.body;
    const base = await baseOf(deps, draft, tx);
    await changeDraft(tx, draft, { data: table }, stamp(deps, asked.by));
    const saved = await draftRow(tx, draft.id, asked.by.countries);
    if (!saved) throw new Error(`the prepared list ${draft.id} has gone`);
    const facts = {
      ...aboutDraft(draft, draft.name),
      before: summaryOf(base, draft.data),
      after: summaryOf(base, table),
    };
    return ok({ answer: { result: checkedDraft(deps, saved, base) }, facts });
  });
}

function discardCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/price-drafts/{id}/discard', async (tx, asked) => {
    const found = await draftToChange(tx, asked);
    if (!found.ok) return found;
    await changeDraft(tx, found.value, { state: 'discarded' }, stamp(deps, asked.by));
    const facts = { ...aboutDraft(found.value, found.value.name), reason: asked.body.reason };
    return ok({ answer: { messages: ['Borrador descartado.'] }, facts });
  });
}

function activateCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/price-drafts/{id}/activate', async (tx, asked) => {
    const found = await draftToChange(tx, asked);
    if (!found.ok) return found;
    const draft = found.value;
    const { country } = draft;
    const { valid_from: validFrom } = asked.body;
    await lockLists(tx, country);
    const today = localDate(deps.clock.now(), country);
    const day = calendarDate(validFrom);
    if (day < today) return fail('price_list_day');
    if (await isNameTaken(tx, country, draft.name, draft.id)) return fail('price_list_name');
    const base = await priceListById(deps.db, draft.based_on, tx);
    const dated = await datedList(tx, base, day);
    const counts = asked.body.ceiling_counts;
    // The ceiling's base must be chosen with the readings visible, never inherited from the copied list.
    if (dated.legalCeiling !== null && counts === undefined)
      return failFields({ ceiling_counts: 'Elegí qué se compara con el tope legal.' });
    const table = { ...draft.data, ceiling_counts: counts ?? draft.data.ceiling_counts };
    const findings = findingsOf(dated, table, day);
    if (hasFaults(findings)) return fail('price_list_faults');
    const replacedId = await priceListOn(tx, country, day);
    const replaced = await priceListById(deps.db, replacedId ?? draft.based_on, tx);
    if (isDeepStrictEqual(tableOf(replaced), table)) return fail('nothing_changes');
    const at = deps.clock.now();
    const as = { version: draft.name, validFrom: day };
    const list = listOf(base, table, as);
    const listId = await insertList(tx, list, at);
    await changeDraft(tx, draft, { state: 'activated', listId }, { by: doerOf(asked).name, at });
    const facts = {
      ...aboutDraft(draft, draft.name),
      before: { price_list: replaced.version, ...summaryOf(replaced, tableOf(replaced)) },
      after: {
        price_list: draft.name,
        valid_from: formatDate(day),
        ...summaryOf(base, table),
        ...readingsSummary(listOf(dated, table, as), day),
        ...(findings.length === 0 ? {} : { holes: findings.map(({ text }) => text) }),
      },
    };
    return ok({ answer: { outcome: 'done', approval: '' }, facts });
  });
}

function endCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/price-lists/{id}/end', async (tx, asked) => {
    const { params, body } = asked;
    const seen = await listRow(tx, params.id, countriesOf(asked));
    if (!seen) return fail('not_found');
    await lockLists(tx, seen.country);
    const row = await listRow(tx, params.id, [seen.country]);
    if (!row) return fail('not_found');
    if (listVersion(row) !== asked.seenVersion)
      return fail('changed_meanwhile', {
        message: `${row.ended_by ?? 'Alguien'} terminó esta lista mientras la mirabas. Actualizá la página y revisala.`,
      });
    const day = calendarDate(body.ends_on);
    const refused = await refuseEnd(tx, deps, row, day);
    if (refused) return refused;
    await insertEnd(tx, { id: row.id, endsOn: day, by: doerOf(asked).name, at: deps.clock.now() });
    const nextId = await priceListOn(tx, row.country, day);
    const next = nextId === undefined ? '' : (await priceListById(deps.db, nextId, tx)).version;
    const facts = {
      subject: `price-list:${row.id}`,
      subjectName: row.name,
      country: row.country,
      before: { price_list: row.name },
      after: { price_list: next, valid_from: formatDate(day) },
    };
    return ok({ answer: { outcome: 'done', approval: '' }, facts });
  });
}

/**
 * Refuses an invalid end date: a current or future list ends today or later, and no day may be left without a
 * list.
 */
async function refuseEnd(
  tx: Tx,
  { clock }: Pick<Dependencies, 'clock'>,
  { id, country, valid_from: validFrom, ends_on: endsOn }: ListRow,
  day: ReturnType<typeof calendarDate>,
) {
  const today = localDate(clock.now(), country);
  const isLive = validFrom > today || (await priceListOn(tx, country, today)) === id;
  if (endsOn !== null || !isLive) return fail('price_list_over');
  if (day < today || day < validFrom) return fail('price_list_day');
  for (const each of [day, ...(await laterEnds(tx, country, id, day))])
    if ((await priceListOn(tx, country, each, id)) === undefined) return fail('price_list_only');
  return undefined;
}

interface AskedOfDraft extends Askers {
  readonly params: { readonly id: number };
  readonly seenVersion: number | undefined;
}

/** Locks the draft in the version that the person saw. */
async function draftToChange(tx: Tx, asked: AskedOfDraft): Promise<Result<DraftRow>> {
  const countries = countriesOf(asked);
  const locked = await tx
    .selectFrom('price_list_draft')
    .select('id')
    .where('id', '=', asked.params.id)
    .forUpdate()
    .executeTakeFirst();
  const draft = locked && (await draftRow(tx, locked.id, countries));
  if (!draft) return fail('not_found');
  if (draft.state === 'open' && draft.version === asked.seenVersion) return ok(draft);
  const what = { open: 'cambió', activated: 'activó', discarded: 'descartó' }[draft.state] ?? 'cambió';
  return fail('changed_meanwhile', {
    message: `${draft.changed_by} ${what} esta lista mientras la mirabas. Actualizá la página y revisala.`,
  });
}

function aboutDraft({ id, country }: Pick<DraftRow, 'id' | 'country'>, name: string) {
  return { subject: `price-draft:${id}`, subjectName: name, country };
}

const stamp = ({ clock }: Pick<Dependencies, 'clock'>, { name }: Actor) => ({ by: name, at: clock.now() });
