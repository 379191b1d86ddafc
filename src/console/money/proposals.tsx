import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import type { OutputOf } from '../../contract/contract.ts';
import type { CountryCode } from '../../countries/countries.ts';
import { messageOf } from '../../ui/api-failure.ts';
import { Button } from '../../ui/button.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { Tag } from '../../ui/tag.tsx';
import { MATCH_NAMES, WHY_NAMES } from '../../words/money.ts';
import { wayName } from '../../words/names.ts';
import { money } from '../amounts.ts';
import { call } from '../api.ts';
import { Link } from '../ui/link.tsx';
import { ReadTrouble, Trouble } from '../ui/list-parts.tsx';
import { Table } from '../ui/list.tsx';
import css from '../ui/page.module.css';
import { ReasonFields, useReason } from '../ui/reason-fields.tsx';
import own from './money.module.css';

type Proposal = OutputOf<'GET /api/staff/money/proposals'>['result'][number];

/** Outcome of one booking: done, waiting for a second person, or the sentence that says why not. */
interface Outcome {
  readonly tone: 'good' | 'late' | 'bad';
  readonly text: string;
}

/** Request of exactly this amount, which the money would pay. */
const exactOf = ({ amount, suggestion }: Proposal) =>
  suggestion.requests.find((request) => request.amount === amount);

const howManyText = (count: number) => (count === 1 ? '1 operación' : `${count} operaciones`);

interface ProposalsProps {
  country: CountryCode | undefined;
  onClose: () => void;
}

/** Proposals, the ticked ones, and the outcomes of those applied. */
function useProposals(country: CountryCode | undefined) {
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const found = useQuery({
    queryKey: ['money', 'proposals', country ?? ''],
    queryFn: async () =>
      (await call('GET /api/staff/money/proposals', { query: country ? { country } : {} })).result,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const rows = found.data ?? [];
  const open = rows.filter(({ id }) => !outcomes.has(id));
  const apply = useMutation({
    mutationFn: async (because: Because) => {
      for (const row of open.filter(({ id }) => chosen.has(id))) {
        const outcome = await applyOne(row, because);
        setOutcomes((before) => new Map(before).set(row.id, outcome));
      }
    },
    onSettled: () => {
      setChosen(new Set());
      void queries.invalidateQueries({ queryKey: ['money', 'unmatched'] });
      void queries.invalidateQueries({ queryKey: ['money', 'totals'] });
    },
  });
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const isEvery = chosen.size === open.length;
  const toggleEvery = () => setChosen(new Set(isEvery ? [] : open.map(({ id }) => id)));
  return { found, rows, open, chosen, outcomes, apply, toggle, isEvery, toggleEvery };
}

/**
 * Money that names exactly one loan, reviewed and applied together. Each item is a command of its own with
 * its limits, so a refused one does not hold back the others.
 */
export function Proposals({ country, onClose }: ProposalsProps) {
  const proposals = useProposals(country);
  const { found, rows, open, chosen, outcomes, apply, toggle } = proposals;
  const reason = useReason(MATCH_NAMES, 'reference');
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!apply.isPending && chosen.size > 0) apply.mutate(reason.body);
  };
  return (
    <section className={own.proposals} aria-labelledby="sugerencias">
      <h2 id="sugerencias">Sugerencias para aplicar</h2>
      <p className={css.minor}>
        La referencia o el documento nombran un solo préstamo. Mirá cada una y marcá las que estén bien: se
        aplican de a una, con los mismos topes que siempre.
      </p>
      <ReadTrouble read={found} />
      <Trouble error={apply.error} />
      {found.isPending && <SkeletonGroup label="Buscando…" shapes={['line', 'line', 'line']} />}
      {found.isSuccess && rows.length === 0 && (
        <p className={css.empty}>Ninguna operación nombra un solo préstamo.</p>
      )}
      <form onSubmit={submit}>
        {open.length > 0 && (
          <div className={css.row}>
            <Button kind="ghost" small onClick={proposals.toggleEvery}>
              {proposals.isEvery ? 'Desmarcar todas' : 'Marcar todas'}
            </Button>
          </div>
        )}
        {rows.length > 0 && (
          <ProposalsTable rows={rows} chosen={chosen} outcomes={outcomes} onToggle={toggle} />
        )}
        {open.length > 0 && (
          <fieldset className={css.bare} disabled={apply.isPending}>
            <ReasonFields {...reason.fields} />
          </fieldset>
        )}
        <Foot {...proposals} onClose={onClose} />
      </form>
    </section>
  );
}

interface FootProps extends Pick<ReturnType<typeof useProposals>, 'open' | 'chosen' | 'apply'> {
  onClose: () => void;
}

function Foot({ open, chosen, apply, onClose }: FootProps) {
  return (
    <div className={css.foot}>
      <Button kind="ghost" small onClick={onClose}>
        Volver a la lista
      </Button>
      {open.length > 0 && (
        <Button type="submit" small busy={apply.isPending} disabled={chosen.size === 0}>
          {chosen.size === 0 ? 'Aplicar' : `Aplicar ${howManyText(chosen.size)}`}
        </Button>
      )}
    </div>
  );
}

type Because = ReturnType<typeof useReason<keyof typeof MATCH_NAMES>>['body'];

async function applyOne(row: Proposal, because: Because): Promise<Outcome> {
  const request = exactOf(row);
  const { loan, books } = row.suggestion;
  try {
    const { outcome } = await call('POST /api/staff/money/unmatched/{id}/match', {
      params: { id: row.id },
      query: {},
      version: row.version,
      body: { loan, books, ...(request ? { request: request.id } : {}), ...because },
    });
    return outcome === 'done'
      ? { tone: 'good', text: 'Aplicado' }
      : { tone: 'late', text: 'Espera aprobación' };
  } catch (error) {
    return { tone: 'bad', text: messageOf(error) };
  }
}

interface ProposalsTableProps {
  rows: readonly Proposal[];
  chosen: ReadonlySet<string>;
  outcomes: ReadonlyMap<string, Outcome>;
  onToggle: (id: string) => void;
}

function ProposalsTable({ rows, chosen, outcomes, onToggle }: ProposalsTableProps) {
  return (
    <Table
      caption="Sugerencias, la operación más vieja primero"
      columns={['Operación', ['Importe', css.number], 'Préstamo', 'Coincide', 'Paga', 'Aplicar']}
    >
      {rows.map((row) => {
        const { suggestion } = row;
        const outcome = outcomes.get(row.id);
        return (
          <tr key={row.id}>
            <th scope="row">
              <Link to={`/dinero/${row.id}`} className={css.link}>
                {row.report_id}
              </Link>
              <span className={css.minor}>
                {[wayName(row.source), row.paid_on, row.text].filter(Boolean).join(' · ')}
              </span>
            </th>
            <td className={css.number}>{money(row.amount, row.currency)}</td>
            <td>
              Préstamo {suggestion.loan}, {suggestion.person || 'Sin nombre'}
              <span className={css.minor}>
                Documento {suggestion.document} · para pagar hoy{' '}
                {money(suggestion.due_today, suggestion.currency)}
              </span>
            </td>
            <td>{suggestion.why.map((each) => WHY_NAMES[each]).join(', ')}</td>
            <td>{exactOf(row) ? 'El pago que pidió' : 'Las cuotas más viejas'}</td>
            <td className={css.spanning}>
              {outcome ? (
                <Tag tone={outcome.tone}>{outcome.text}</Tag>
              ) : (
                <label className={own.tick}>
                  <input type="checkbox" checked={chosen.has(row.id)} onChange={() => onToggle(row.id)} />
                  <span className={own.tickWord} aria-hidden="true">
                    Aplicar
                  </span>
                  <span className="visually-hidden">
                    Aplicar {row.report_id} al préstamo {suggestion.loan}
                  </span>
                </label>
              )}
            </td>
          </tr>
        );
      })}
    </Table>
  );
}
