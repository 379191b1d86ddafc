import { isDeepStrictEqual } from 'node:util';
import { formatDate } from '../../../../domain/calendar-date.ts';
import type { Dependencies } from '../../../dependencies.ts';
import type { Tx } from '../../../platform/database.ts';
import { fail, failFields, ok } from '../../../platform/http/result.ts';
import { DONE, staffCommand, type StaffCommand } from '../../../staff/actions/service.ts';
import {
  aboutDraft,
  changeDraft,
  draftToActivate,
  saveDraft,
  stampOf,
  versionCommands,
} from '../../versioned-lists/service.ts';
import { priceListById, priceLists } from '../price-lists.ts';
import { datedList } from '../dated/dated-list.ts';
import { findingsOf } from './checks.ts';
import { hasFaults } from './plan-checks.ts';
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
  return [...versionCommands(deps, priceLists), saveCommand(deps), activateCommand(deps)];
}

function saveCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/price-drafts/{id}/save', async (tx, asked) => {
    const { table } = asked.body;
    const saving = await saveDraft(tx, deps, priceLists, asked, table);
    if (!saving.ok) return saving;
    const { draft, saved } = saving.value;
    const base = await baseOf(deps, draft, tx);
    const facts = {
      ...aboutDraft(priceLists, draft),
      before: summaryOf(base, draft.data),
      after: summaryOf(base, table),
    };
    return ok({ answer: { result: checkedDraft(deps, saved, base) }, facts });
  });
}

function activateCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/price-drafts/{id}/activate', async (tx, asked) => {
    const found = await draftToActivate(tx, deps, priceLists, asked);
    if (!found.ok) return found;
    const { draft, day, replaced } = found.value;
    const base = await priceListById(deps.db, draft.based_on, tx);
    const dated = await datedList(tx, base, day);
    const counts = asked.body.ceiling_counts;
    // The ceiling's base must be chosen with the readings visible, never inherited from the copied list.
    if (dated.legalCeiling !== null && counts === undefined)
      return failFields({ ceiling_counts: 'Elegí qué se compara con el tope legal.' });
    const table = { ...draft.data, ceiling_counts: counts ?? draft.data.ceiling_counts };
    const findings = findingsOf(dated, table, day);
    if (hasFaults(findings)) return fail('price_list_faults');
    if (isDeepStrictEqual(tableOf(replaced), table)) return fail('nothing_changes');
    const as = { version: draft.name, validFrom: day };
    const stamp = stampOf(deps, asked);
    const versionId = await insertList(tx, listOf(base, table, as), stamp.at);
    await changeDraft(tx, priceLists, draft, { state: 'activated', versionId }, stamp);
    const facts = {
      ...aboutDraft(priceLists, draft),
      before: { price_list: replaced.version, ...summaryOf(replaced, tableOf(replaced)) },
      after: {
        price_list: draft.name,
        valid_from: formatDate(day),
        ...summaryOf(base, table),
        ...readingsSummary(listOf(dated, table, as), day),
        ...(findings.length === 0 ? {} : { holes: findings.map(({ text }) => text) }),
      },
    };
    return ok({ answer: DONE, facts });
  });
}

async function insertList(tx: Tx, list: PriceList, at: Date): Promise<number> {
  const { id } = await tx
    .insertInto('price_list')
    .values({
      country: list.country,
      valid_from: list.validFrom,
      version: list.version,
      data: JSON.stringify(list),
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
