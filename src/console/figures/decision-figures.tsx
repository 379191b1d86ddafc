import { Notice, Tag } from '../../ui/tag.tsx';
import { factLabel } from '../../words/decision-rules.ts';
import { count, dayName, percent, type Figures } from '../../words/figures.ts';
import { numberColumn, Table } from '../ui/list.tsx';
import page from '../ui/page.module.css';
import css from './figures.module.css';

const index = new Intl.NumberFormat('es-AR', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Share of approvals by day against the 28 days before, and how the applicants changed. */
export function DecisionFigures({ decisions: { rates, drift } }: Pick<Figures, 'decisions'>) {
  return (
    <section className={css.section} aria-labelledby="aprobacion">
      <h2 id="aprobacion">Aprobación y cambios en las solicitudes</h2>
      {drift
        .filter((each) => each.is_alarming)
        .map(({ fact, index: value }) => (
          <Notice key={fact} tone="late">
            {factLabel(fact)}: las solicitudes de los últimos 7 días no se parecen a las anteriores (índice{' '}
            {index.format(value)}).
          </Notice>
        ))}
      {rates.length === 0 ? (
        <p className={css.none}>Nada en estos días.</p>
      ) : (
        <Table
          caption="Aprobadas por día"
          frame="Aprobadas por día"
          figures
          columns={[
            'Día',
            numberColumn('Decisiones'),
            numberColumn('Aprobadas'),
            numberColumn('Promedio de 28 días'),
          ]}
        >
          {rates.toReversed().map((rate) => (
            <tr key={rate.day}>
              <th scope="row">{dayName(rate.day)}</th>
              <td className={page.number}>{count(rate.decisions)}</td>
              <td className={page.number}>{percent(rate.accepted, rate.decisions)}</td>
              <td className={page.number}>{rate.mean === null ? '–' : percent(rate.mean, 1)}</td>
            </tr>
          ))}
        </Table>
      )}
      {drift.length === 0 ? (
        <p>Para comparar las solicitudes hacen falta 30 de los últimos 7 días y 30 de los 28 anteriores.</p>
      ) : (
        <Table
          caption="Índice de estabilidad de los últimos 7 días frente a los 28 anteriores"
          frame="Índice de estabilidad"
          columns={['Dato', numberColumn('Índice'), 'Estado']}
        >
          {drift.map((each) => (
            <tr key={each.fact}>
              <th scope="row">{factLabel(each.fact)}</th>
              <td className={page.number}>{index.format(each.index)}</td>
              <td>
                <Tag tone={each.is_alarming ? 'late' : 'good'}>{each.is_alarming ? 'Cambió' : 'Estable'}</Tag>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}
