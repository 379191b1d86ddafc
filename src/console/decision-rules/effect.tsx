import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { resultName, type RulesDraft } from '../../words/decision-rules.ts';
import { count, percent } from '../../words/figures.ts';
import { call } from '../api.ts';
import { Trouble } from '../ui/list-parts.tsx';
import { Table } from '../ui/list.tsx';
import css from '../ui/page.module.css';
import own from './rules.module.css';

interface Effect {
  readonly total: number;
  readonly compared: number;
  readonly changed: number;
  readonly counts: ReadonlyMap<string, number>;
}

/** Compares part after part until all are done; `onPart` gets the sums so far. */
async function compare(id: string, onPart: (effect: Effect) => void): Promise<Effect> {
  let effect: Effect = { total: 0, compared: 0, changed: 0, counts: new Map() };
  let before = '';
  do {
    const query = before === '' ? {} : { before };
    const part = await call('GET /api/staff/decision-drafts/{id}/effect', { params: { id }, query });
    const counts = new Map(effect.counts);
    for (const { from, to, count: more } of part.changes) {
      const key = `${from}>${to}`;
      if (from !== to) counts.set(key, (counts.get(key) ?? 0) + more);
    }
    effect = {
      total: part.total,
      compared: effect.compared + part.compared,
      changed: effect.changed + part.changed,
      counts,
    };
    onPart(effect);
    before = effect.compared >= part.total ? '' : part.next;
  } while (before !== '');
  return effect;
}

/** Comparison of a prepared version with last month's decisions. */
export function RulesEffect({ draft }: { draft: Pick<RulesDraft, 'id' | 'version'> }) {
  const [soFar, setSoFar] = useState<Effect>();
  const effect = useQuery({
    queryKey: ['rules-effect', draft.id, draft.version],
    queryFn: () => compare(draft.id, setSoFar),
    enabled: false,
    staleTime: Infinity,
    retry: false,
  });
  const shown = effect.data ?? soFar;
  return (
    <section className={own.effect} aria-labelledby="efecto">
      <h2 id="efecto">Efecto sobre las solicitudes de los últimos 30 días</h2>
      <p>
        <Button kind="ghost" small busy={effect.isFetching} onClick={() => void effect.refetch()}>
          Comparar
        </Button>
      </p>
      <Trouble error={effect.error} />
      {effect.isFetching && soFar && (
        <progress value={soFar.compared} max={Math.max(soFar.total, 1)} aria-label="Solicitudes comparadas" />
      )}
      {shown && (
        <p role="status">
          {count(shown.compared)} solicitudes comparadas: cambiarían {count(shown.changed)} (
          {percent(shown.changed, shown.compared)}).
        </p>
      )}
      {shown && shown.counts.size > 0 && (
        <Table
          caption="Decisiones que cambiarían"
          columns={['Se decidió', 'Se decidiría', ['Cantidad', css.number]]}
        >
          {[...shown.counts]
            .toSorted(([, a], [, b]) => b - a)
            .map(([key, number]) => {
              const [from = '', to = ''] = key.split('>');
              return (
                <tr key={key}>
                  <th scope="row">{resultName(from)}</th>
                  <td>{resultName(to)}</td>
                  <td className={css.number}>{count(number)}</td>
                </tr>
              );
            })}
        </Table>
      )}
    </section>
  );
}
