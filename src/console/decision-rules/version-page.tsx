import { useQuery } from '@tanstack/react-query';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { Tag } from '../../ui/tag.tsx';
import type { WholeRules } from '../../words/decision-rules.ts';
import { VERSION_STATE_NAMES, VERSION_TONES } from '../../words/versioned-lists.ts';
import { count, percent } from '../../words/figures.ts';
import { countryName } from '../../words/texts.ts';
import { call } from '../api.ts';
import { Link } from '../ui/link.tsx';
import { ReadTrouble } from '../ui/list-parts.tsx';
import { numberColumn, Table } from '../ui/list.tsx';
import { PageHead } from '../ui/page-head.tsx';
import css from '../ui/page.module.css';
import { RulesEditor } from './rules-editor.tsx';
import own from './rules.module.css';

/** A version of the credit rules; for a challenger, both sides in figures. */
export function VersionPage({ id }: { id: string }) {
  const version = useQuery({
    queryKey: ['decision-rules', id],
    queryFn: async () => (await call('GET /api/staff/decision-rules/{id}', { params: { id } })).result,
  });
  if (!version.data)
    return (
      <>
        <PageHead title="Reglas de crédito" />
        <ReadTrouble read={version} />
        {version.isPending && <SkeletonGroup shapes={['line', 'line', 'line']} />}
      </>
    );
  const { name, state, country, rules, sides } = version.data;
  return (
    <>
      <PageHead title={`Reglas ${name}`} />
      <p className={css.said}>
        <Tag tone={VERSION_TONES[state]}>{VERSION_STATE_NAMES[state]}</Tag> {countryName(country)}.{' '}
        <Link to="/reglas" className={css.link}>
          Volver a Reglas de crédito
        </Link>
      </p>
      {sides.length > 0 && <Sides sides={sides} />}
      <RulesEditor rules={rules} findings={[]} onChange={undefined} />
    </>
  );
}

function Sides({ sides }: { sides: WholeRules['sides'] }) {
  return (
    <section className={own.part} aria-labelledby="lados">
      <h2 id="lados">A prueba, frente a las vigentes</h2>
      <Table
        caption="Las reglas a prueba y las vigentes, desde que empezó la prueba"
        columns={[
          'Reglas',
          numberColumn('Decisiones'),
          numberColumn('Aprobadas'),
          numberColumn('A una persona'),
          numberColumn('Rechazadas'),
          numberColumn('Préstamos'),
          numberColumn('Con más de 30 días de atraso'),
        ]}
      >
        {sides.map((side) => (
          <tr key={side.id}>
            <th scope="row">
              {side.name}
              <span className={css.minor}>{side.share === 100 ? 'El resto' : `${side.share} %`}</span>
            </th>
            <td className={css.number}>{count(side.decisions)}</td>
            <td className={css.number}>
              {count(side.accepted)}
              <span className={css.minor}>{percent(side.accepted, side.decisions)}</span>
            </td>
            <td className={css.number}>{count(side.reviewed)}</td>
            <td className={css.number}>{count(side.refused)}</td>
            <td className={css.number}>{count(side.loans)}</td>
            <td className={css.number}>
              {count(side.late)}
              <span className={css.minor}>{percent(side.late, side.loans)}</span>
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
