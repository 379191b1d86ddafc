import { localDate } from '../../../../countries/local-time.ts';
import { addDays, formatDate, type CalendarDate } from '../../../../domain/calendar-date.ts';
import { formatPercentExact } from '../../../../domain/rate.ts';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { SERVER_ENTRIES } from '../../../../countries/server-entries.ts';
import type { Dependencies } from '../../../dependencies.ts';
import type { Tx } from '../../../platform/database.ts';
import { fail, failFields, ok } from '../../../platform/http/result.ts';
import { countriesOf, staffCommand, type StaffCommand } from '../../../staff/actions/service.ts';
import { planFindings } from '../lists/plan-checks.ts';
import { priceListById, priceListOn } from '../price-lists.ts';
import { parseValues, wrongValues } from './checks.ts';
import { datedListById, heldOn, lastValue, valueOn } from './dated-list.ts';
import { insertValues, lockValues, versionOf, type DatedKind, type DatedValue } from './rows.ts';

/** Commands to add dated values (docs/console.md#valores-por-fecha). */
export function datedValueCommands(deps: Dependencies): StaffCommand[] {
  return [
    staffCommand(deps, 'POST /api/staff/dated-values/{country}/{kind}', async (tx, asked) => {
      const { params, body, by, approver } = asked;
      const { country, kind } = params;
      const isKept = SERVER_ENTRIES[country].datedSources.some((source) => source.kind === kind);
      if (!isKept || !countriesOf(asked).includes(country)) return fail('not_found');
      await lockValues(tx, country, kind);
      const newest = await versionOf(tx, country, kind);
      if (newest.version !== asked.seenVersion)
        return fail('changed_meanwhile', {
          message: `${newest.by || 'Alguien'} cargó valores mientras los mirabas. Actualizá la página y revisalos.`,
        });
      const at = deps.clock.now();
      const today = localDate(at, country);
      const typed = parseValues(body.values);
      if (!typed.ok) return failFields({ values: typed.message });
      const values = typed.value.toSorted((a, b) => (a.from < b.from ? -1 : 1));
      const [first] = values;
      // Its first day passed while it waited for the second person.
      if (approver && first && first.from <= today) return fail('dated_values_over');
      const firstDay = first?.from ?? today;
      const dayBefore = firstDay > today ? addDays(firstDay, -1) : today;
      const wrong = wrongValues(kind, typed.value, await heldValue(tx, deps, params, dayBefore), today);
      if (wrong !== undefined) return failFields({ values: wrong });
      const before = await valueOn(tx, country, kind, firstDay);
      await insertValues(tx, { country, kind }, values, { by: by.name, at });
      const holes = await holesFrom(
        tx,
        deps,
        country,
        values.map(({ from }) => from),
      );
      const last = await lastValue(tx, country, kind);
      return ok({
        answer: { outcome: 'done', approval: '' },
        facts: {
          subject: `dated-values:${country}/${kind}`,
          subjectName: NAMES[kind],
          country,
          before: { value: before ? shown(kind, before) : 'el de la lista de precios' },
          after: {
            value: values.slice(0, 12).map((each) => shown(kind, each)),
            rows: values.length,
            last: last ? formatDate(last.from) : '',
            ...(holes.length === 0 ? {} : { holes }),
          },
        },
      });
    }),
  ];
}

/**
 * Value in force on a day, from any source; a correction is compared with the day before, not with the
 * corrected value.
 */
async function heldValue(
  tx: Tx,
  { db }: Pick<Dependencies, 'db'>,
  { country, kind }: { readonly country: CountryCode; readonly kind: DatedKind },
  day: CalendarDate,
): Promise<DatedValue | undefined> {
  const id = await priceListOn(tx, country, day);
  return id === undefined
    ? valueOn(tx, country, kind, day)
    : heldOn(tx, await priceListById(db, id, tx), kind, day);
}

const NAMES: Readonly<Record<DatedKind, string>> = {
  unit: 'Valor de la unidad indexada',
  ceiling: 'Tope legal de la tasa',
  'default-ceiling': 'Tope legal de la mora',
};

function shown(kind: DatedKind, { from, value }: DatedValue): string {
  const amount = kind !== 'unit' ? formatPercentExact(value) : value.replace('.', ',');
  return `${formatDate(from)}: ${amount}`;
}

/** Plans that would no longer be offered on the first and last of these days. */
async function holesFrom(
  tx: Tx,
  { db }: Pick<Dependencies, 'db'>,
  country: CountryCode,
  days: readonly CalendarDate[],
): Promise<string[]> {
  const ends = new Set([days[0], days.at(-1)].flatMap((day) => (day === undefined ? [] : [day])));
  const texts = [];
  for (const day of ends) {
    const id = await priceListOn(tx, country, day);
    if (id === undefined) continue;
    const list = await datedListById(db, id, day, tx);
    for (const { text } of planFindings(list, day))
      texts.push(`${formatDate(day)}, lista ${list.version}: ${text}`);
  }
  return texts;
}
