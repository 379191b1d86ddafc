import type { Currency } from '../../domain/currency.ts';
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatUnits } from '../../domain/format-units.ts';
import { Button } from '../../ui/button.tsx';
import { formatPercentExact } from '../../domain/rate.ts';
import css from '../ui/page.module.css';
import { segmentCount, unitsOf, withoutSegment, withSegment, type Cells } from './cells.ts';
import own from './prices.module.css';
import { CEILING_NAMES, rateName, type Finding, type Readings } from '../../words/prices.ts';
import { CeilingReadings, CeilingWarning } from './ceiling-readings.tsx';
import { Table } from '../ui/list.tsx';

interface EditorProps {
  cells: Cells;
  /** Undefined: only to be read. */
  onChange?: ((cells: Cells) => void) | undefined;
  findings?: readonly Finding[];
  basis: string;
  currency: Currency;
  /** A fraction, or ''. */
  ceiling: string;
  readings: Readings;
}

/** Price list as editable tables. */
export function Editor(props: EditorProps) {
  return (
    <>
      <section className={own.part} aria-labelledby="montos">
        <h2 id="montos">Montos</h2>
        <div className={own.grid}>
          <Field {...props} cell="min_amount" label={`Mínimo, ${props.currency}`} />
          <Field {...props} cell="max_amount" label={`Máximo, ${props.currency}`} />
          <Field {...props} cell="step" label="Paso" />
          <Field {...props} cell="offer_days" label="La oferta dura, días" />
        </div>
      </section>
      <Variants {...props} />
      <Segments {...props} />
      {props.ceiling !== '' && <Ceiling {...props} />}
    </>
  );
}

function Variants(props: EditorProps) {
  const rows: [part: string, label: string][] = [
    ['rate', rateName(props.basis)],
    ['basis_days', 'Días del período'],
    ['tax_rate', 'Impuesto sobre el interés, %'],
    ['instalments', 'Cuotas (1-12, o 3, 6, 12)'],
    ['fees.origination', 'Gasto de otorgamiento, UI'],
    ['fees.instalment', 'Gasto por cuota, UI'],
    ['fees.most', 'Tope de gastos de las cuotas, UI'],
    ['fees.tax_rate', 'Impuesto sobre los gastos, %'],
  ];
  const figures = props.onChange ? undefined : css.number;
  return (
    <section className={own.part} aria-labelledby="condiciones">
      <h2 id="condiciones">Condiciones</h2>
      <Table
        caption="Condiciones con membresía y sin ella"
        columns={['Condición', ['Sin membresía', figures], ['Con membresía', figures]]}
      >
        {rows
          .filter(([part]) => `variants.no_membership.${part}` in props.cells)
          .map(([part, label]) => (
            <tr key={part}>
              <th scope="row">{props.onChange ? label : label.replace(/, %$/, '')}</th>
              <td className={figures}>
                <Cell {...props} cell={`variants.no_membership.${part}`} label={`${label}, sin membresía`} />
              </td>
              <td className={figures}>
                <Cell {...props} cell={`variants.membership.${part}`} label={`${label}, con membresía`} />
              </td>
            </tr>
          ))}
      </Table>
    </section>
  );
}

function Segments(props: EditorProps) {
  const { cells, onChange } = props;
  const [cell, figures] = onChange ? [] : [css.brief, css.number];
  return (
    <section className={own.part} aria-labelledby="maximos">
      <h2 id="maximos">Hasta cuánto, a quién</h2>
      <Table
        caption="Máximo por historial"
        columns={[
          'Segmento',
          ['Nota desde (0: sin historial)', figures],
          [`Máximo, ${props.currency}`, figures],
          ...(onChange ? ['Acciones'] : []),
        ]}
      >
        {Array.from({ length: segmentCount(cells) }, (_, index) => (
          <tr key={index}>
            <td className={cell}>
              <Cell {...props} cell={`segments.${index}.name`} label={`Segmento, fila ${index + 1}`} />
            </td>
            <td className={figures}>
              <Cell {...props} cell={`segments.${index}.grade`} label={`Nota, fila ${index + 1}`} />
            </td>
            <td className={figures}>
              <Cell {...props} cell={`segments.${index}.max_amount`} label={`Máximo, fila ${index + 1}`} />
            </td>
            {onChange && (
              <td>
                <button
                  type="button"
                  className={css.link}
                  aria-label={`Quitar la fila ${index + 1}`}
                  onClick={() => onChange(withoutSegment(cells, index))}
                >
                  Quitar
                </button>
              </td>
            )}
          </tr>
        ))}
      </Table>
      {onChange && (
        <p>
          <Button kind="ghost" small onClick={() => onChange(withSegment(cells))}>
            Agregar una fila
          </Button>
        </p>
      )}
    </section>
  );
}

function Ceiling({ cells, onChange, ceiling, readings }: EditorProps) {
  return (
    <section className={own.part} aria-labelledby="tope">
      <h2 id="tope">Tope legal: {formatPercentExact(ceiling)}</h2>
      {onChange && <CeilingWarning ceiling={ceiling} readings={readings} />}
      <CeilingReadings ceiling={ceiling} readings={readings} />
      {onChange ? (
        <label className={css.field}>
          <span>Qué se compara con el tope</span>
          <select
            value={cells.ceiling_counts}
            onChange={(event) => onChange({ ...cells, ceiling_counts: event.target.value })}
          >
            {Object.entries(CEILING_NAMES).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
      ) : (
        <p>Qué se compara con el tope: {countsName(cells.ceiling_counts)}</p>
      )}
    </section>
  );
}

const countsName = (counts = '') => CEILING_NAMES[counts as keyof typeof CEILING_NAMES] ?? counts;

/** A cell of a percentage, whose label has the sign only in a field. */
const isPercentage = (cell: string) => /\.(?:rate|tax_rate)$/.test(cell);

/** A cell of money, in currency units. */
const isAmount = (cell: string) => /(?:^|\.)(?:min_amount|max_amount|step)$/.test(cell);

/** An amount as it reads; text that is none stays as typed. */
function amountText(value: string, currency: Currency): string {
  const units = unitsOf(value);
  return units === 0 ? value : formatUnits(units, currency);
}

type CellProps = Pick<EditorProps, 'cells' | 'onChange' | 'findings' | 'currency'> & {
  cell: string;
  label: string;
};

function Field(props: CellProps) {
  return (
    <div className={css.field}>
      <span aria-hidden="true">{props.label}</span>
      <Cell {...props} />
    </div>
  );
}

function Cell({ cells, onChange, findings = [], currency, cell, label }: CellProps): ReactNode {
  const [isTyping, setTyping] = useState(false);
  const wrong = findings.filter((each) => each.cell === cell && each.kind === 'fault');
  const value = cells[cell] ?? '';
  if (!onChange) {
    if (value === '') return value;
    if (isAmount(cell)) return formatUnits(Number(value), currency);
    return isPercentage(cell) ? `${value}%` : value;
  }
  const id = `mal-${cell.replaceAll('.', '-')}`;
  return (
    <>
      <input
        className={own.cell}
        aria-label={label}
        aria-invalid={wrong.length > 0}
        aria-describedby={wrong.length > 0 ? id : undefined}
        value={isAmount(cell) && !isTyping ? amountText(value, currency) : value}
        onFocus={({ target }) => {
          flushSync(() => setTyping(true));
          // The other text has taken the selection away.
          target.select();
        }}
        onBlur={() => setTyping(false)}
        onChange={(event) => onChange({ ...cells, [cell]: event.target.value })}
      />
      {wrong.length > 0 && (
        <span id={id} className={own.wrong}>
          {wrong.map(({ text }) => text).join(' ')}
        </span>
      )}
    </>
  );
}
