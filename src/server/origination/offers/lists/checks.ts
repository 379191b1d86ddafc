import type { PriceTable } from '../../../../contract/staff/price-lists.ts';
import { packOf } from '../../../../countries/index.ts';
import type { PriceList } from '../../../../countries/price-list.ts';
import type { CalendarDate } from '../../../../domain/calendar-date.ts';
import { formatUnits } from '../../../../domain/format-units.ts';
import { priceList } from '../price-lists.ts';
import { fault, hasFaults, hole, type Finding, planFindings } from './plan-checks.ts';
import { readingFindings } from './readings.ts';
import { listOf } from './table.ts';

/** Checks all rules for a list; its plans are priced only if the table itself is valid. */
export function findingsOf(base: PriceList, table: PriceTable, today: CalendarDate): Finding[] {
  const found = [
    ...amountFindings(base, table),
    ...variantFindings(base, table),
    ...segmentFindings(base, table),
  ];
  if (hasFaults(found)) return found;
  const list = listOf(base, table, { version: base.version, validFrom: today });
  const parsed = priceList.safeParse(list);
  if (!parsed.success)
    return [
      ...found,
      ...parsed.error.issues.map(({ path }) => fault(path.join('.'), 'Este valor no es válido.')),
    ];
  return [...found, ...planFindings(list, today), ...readingFindings(list, today)];
}

function amountFindings({ country }: PriceList, table: PriceTable): Finding[] {
  const { offer, currency } = packOf(country);
  const { min_amount: min, max_amount: max, step, offer_days: days } = table;
  const shown = (units: number) => formatUnits(units, currency);
  const found: Finding[] = [];
  if (step !== offer.step) found.push(fault('step', `El paso tiene que ser ${shown(offer.step)}.`));
  if (min < offer.minAmount || min > offer.maxAmount)
    found.push(
      fault('min_amount', `Tiene que estar entre ${shown(offer.minAmount)} y ${shown(offer.maxAmount)}.`),
    );
  if (max < offer.minAmount || max > offer.maxAmount)
    found.push(
      fault('max_amount', `Tiene que estar entre ${shown(offer.minAmount)} y ${shown(offer.maxAmount)}.`),
    );
  if (min > max) found.push(fault('max_amount', 'El máximo es menor que el mínimo.'));
  if (min % offer.step !== 0)
    found.push(fault('min_amount', `Tiene que ser múltiplo de ${shown(offer.step)}.`));
  if (max % offer.step !== 0)
    found.push(fault('max_amount', `Tiene que ser múltiplo de ${shown(offer.step)}.`));
  if (days < 1 || days > 365)
    found.push(fault('offer_days', 'La oferta tiene que durar entre 1 y 365 días.'));
  return found;
}

const DECIMAL = /^\d{1,10}(\.\d{1,10})?$/;

function decimalFault(cell: string, text: string, most: number, sentence: string, least = 0): Finding[] {
  const value = DECIMAL.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? [] : [fault(cell, sentence)];
}

type VariantTable = PriceTable['variants']['membership'];

function variantFindings(base: PriceList, { variants }: PriceTable): Finding[] {
  const found = (['no_membership', 'membership'] as const).flatMap((name) =>
    oneVariantFindings(base, `variants.${name}`, variants[name]),
  );
  const { membership, no_membership: without } = variants;
  if (membership.instalments.join() !== without.instalments.join())
    found.push(
      fault(
        'variants.membership.instalments',
        'Las cantidades de cuotas tienen que ser las mismas con y sin membresía.',
      ),
    );
  if (!hasFaults(found) && Number(membership.rate) >= Number(without.rate))
    found.push(hole('variants.membership.rate', 'Con membresía la tasa no es más baja que sin ella.'));
  return found;
}

function oneVariantFindings(base: PriceList, cell: string, variant: VariantTable): Finding[] {
  const { rate, basis_days: days, tax_rate: tax, instalments, fees } = variant;
  const hasDays = base.variants.membership.rate.basis === 'fixed';
  return [
    ...decimalFault(`${cell}.rate`, rate, 20, 'La tasa tiene que ser mayor que 0 y hasta 2.000 %.', 0.0001),
    ...(hasDays
      ? decimalFault(
          `${cell}.basis_days`,
          days ?? '',
          366,
          'Los días del período tienen que estar entre 1 y 366.',
          1,
        )
      : []),
    ...decimalFault(`${cell}.tax_rate`, tax, 1, 'El impuesto tiene que estar entre 0 y 100 %.'),
    ...instalmentFindings(`${cell}.instalments`, instalments),
    ...feeFindings(base, cell, fees),
  ];
}

function instalmentFindings(cell: string, counts: readonly number[]): Finding[] {
  if (counts.length === 0) return [fault(cell, 'Falta decir en cuántas cuotas se presta.')];
  if (counts.some((count) => count < 1 || count > 60))
    return [fault(cell, 'Las cuotas tienen que estar entre 1 y 60.')];
  if (counts.some((count, index) => count <= (counts[index - 1] ?? 0)))
    return [fault(cell, 'Las cantidades de cuotas van de menor a mayor, cada una una vez.')];
  const missing = counts.flatMap((count, index) => {
    const before = counts[index - 1] ?? count - 1;
    return Array.from({ length: count - before - 1 }, (_, more) => before + 1 + more);
  });
  return missing.length === 0
    ? []
    : [hole(cell, `Entre las cuotas hay huecos: no se ofrecen ${missing.join(', ')}.`)];
}

function feeFindings(base: PriceList, cell: string, fees: VariantTable['fees']): Finding[] {
  const hasFees = base.variants.membership.fees !== undefined;
  if (!fees) return hasFees ? [fault(`${cell}.fees`, 'Faltan los gastos; 0 si no se cobran.')] : [];
  if (!hasFees) return [fault(`${cell}.fees`, 'Esta lista no tiene gastos en unidades indexadas.')];
  const sentence = 'Los gastos van de 0 a 10.000 unidades indexadas.';
  return [
    ...decimalFault(`${cell}.fees.origination`, fees.origination, 10_000, sentence),
    ...decimalFault(`${cell}.fees.instalment`, fees.instalment, 10_000, sentence),
    ...decimalFault(`${cell}.fees.most`, fees.most, 10_000, sentence),
    ...decimalFault(
      `${cell}.fees.tax_rate`,
      fees.tax_rate,
      1,
      'El impuesto tiene que estar entre 0 y 100 %.',
    ),
  ];
}

function segmentFindings({ country }: PriceList, table: PriceTable): Finding[] {
  const { offer, currency } = packOf(country);
  const { segments, min_amount: min, max_amount: max } = table;
  const found: Finding[] = [];
  if (segments.length === 0) return [fault('segments', 'Falta decir cuánto se presta a quién.')];
  for (const [index, { name, grade, max_amount: most }] of segments.entries()) {
    const cell = `segments.${index}`;
    const before = segments.slice(0, index);
    if (name.trim() === '') found.push(fault(`${cell}.name`, 'Falta el nombre.'));
    if (before.some((other) => other.name === name))
      found.push(fault(`${cell}.name`, 'El nombre se repite.'));
    if (grade > 8)
      found.push(fault(`${cell}.grade`, 'La nota va de 1 a 8; 0 para quien no tiene historial.'));
    if (before.some((other) => other.grade === grade))
      found.push(fault(`${cell}.grade`, 'La nota se repite.'));
    else if (grade > 0 && before.some((other) => other.grade > grade))
      found.push(fault(`${cell}.grade`, 'Las notas van de menor a mayor.'));
    if (most < min || most > max)
      found.push(
        fault(
          `${cell}.max_amount`,
          `Tiene que estar entre ${formatUnits(min, currency)} y ${formatUnits(max, currency)}.`,
        ),
      );
    else if (most % offer.step !== 0)
      found.push(
        fault(`${cell}.max_amount`, `Tiene que ser múltiplo de ${formatUnits(offer.step, currency)}.`),
      );
  }
  return [...found, ...segmentHoles(table)];
}

function segmentHoles({ segments, max_amount: max }: PriceTable): Finding[] {
  const graded = segments.filter(({ grade }) => grade > 0);
  const found: Finding[] = [];
  if (!segments.some(({ grade }) => grade === 0))
    found.push(hole('segments', 'Quien no tiene historial queda sin oferta.'));
  const [lowest] = graded;
  if (!lowest || lowest.grade > 1)
    found.push(hole('segments', `Un historial con nota menor que ${lowest?.grade ?? 9} queda sin oferta.`));
  if (graded.some(({ max_amount: most }, index) => most < (graded[index - 1]?.max_amount ?? 0)))
    found.push(hole('segments', 'Un historial mejor recibe un máximo menor.'));
  if (!segments.some(({ max_amount: most }) => most === max))
    found.push(hole('max_amount', 'Nadie llega al máximo de la lista.'));
  return found;
}
