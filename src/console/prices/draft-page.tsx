import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { Notice } from '../../ui/tag.tsx';
import { call } from '../api.ts';
import { go } from '../place.ts';
import { allows, useMe } from '../session.ts';
import { countryName } from '../../words/texts.ts';
import { Link } from '../ui/link.tsx';
import { Said, Trouble } from '../ui/list-parts.tsx';
import { PageHead } from '../ui/page-head.tsx';
import css from '../ui/page.module.css';
import { cellsOf, tableOfCells, type Cells } from './cells.ts';
import { ActivateDialog, DiscardDialog } from './dialogs.tsx';
import { Editor } from './editor.tsx';
import own from './prices.module.css';
import { SamplePlans } from './samples.tsx';
import type { Finding, WholeDraft } from '../../words/prices.ts';
import { When } from '../ui/when.tsx';

/** A price list that is being prepared. */
export function DraftPage({ id }: { id: string }) {
  const queries = useQueryClient();
  const draft = useQuery({
    queryKey: ['price-draft', id],
    queryFn: async () => (await call('GET /api/staff/price-drafts/{id}', { params: { id } })).result,
  });
  if (draft.data)
    return (
      <Draft
        draft={draft.data}
        onSaved={(saved) => queries.setQueryData(['price-draft', id], saved)}
        reload={async () => (await draft.refetch()).data}
      />
    );
  return (
    <>
      <PageHead title="Borrador" />
      <Trouble error={draft.error} />
      {draft.error ? (
        <p>
          <Link to="/precios">Volver a Precios</Link>
        </p>
      ) : (
        <SkeletonGroup shapes={['line', 'line', 'line']} />
      )}
    </>
  );
}

interface DraftProps {
  draft: WholeDraft;
  onSaved: (draft: WholeDraft) => void;
  reload: () => Promise<WholeDraft | undefined>;
}

/** Typed values, next to the saved ones. */
function useDraft({ draft: newest, onSaved, reload }: DraftProps) {
  // Another person's save never replaces typed values.
  const [draft, setDraft] = useState(newest);
  const [cells, setCells] = useState<Cells>(() => cellsOf(newest.table));
  const adopt = (next: WholeDraft) => {
    setDraft(next);
    setCells(cellsOf(next.table));
  };
  const save = useMutation({
    mutationFn: async () =>
      (
        await call('POST /api/staff/price-drafts/{id}/save', {
          params: { id: draft.id },
          version: draft.version,
          body: { table: tableOfCells(cells) },
        })
      ).result,
    onSuccess: (saved) => {
      onSaved(saved);
      adopt(saved);
    },
  });
  const isChanged =
    JSON.stringify(tableOfCells(cells)) !== JSON.stringify(tableOfCells(cellsOf(draft.table)));
  if (newest !== draft && !isChanged && !save.isPending) adopt(newest);
  const takeSaved = async () => {
    const saved = await reload();
    save.reset();
    if (saved) adopt(saved);
  };
  return { draft, cells, setCells, save, isChanged, takeSaved };
}

function Draft(props: DraftProps) {
  const me = useMe();
  const { draft, cells, setCells, save, isChanged, takeSaved } = useDraft(props);
  const [doing, setDoing] = useState<'activate' | 'discard'>();
  const [said, setSaid] = useState('');
  const mayChange = allows(me, 'POST /api/staff/price-drafts/{id}/save');
  const hasFaults = draft.findings.some(({ kind }) => kind === 'fault');
  return (
    <>
      <PageHead title={`Borrador ${draft.name}`}>
        {mayChange && (
          <>
            <Button small busy={save.isPending} disabled={!isChanged} onClick={() => save.mutate()}>
              Guardar
            </Button>
            <Button
              kind="ghost"
              small
              disabled={isChanged || hasFaults || draft.waits !== ''}
              onClick={() => setDoing('activate')}
            >
              Poner en vigencia
            </Button>
            <Button kind="ghost" small onClick={() => setDoing('discard')}>
              Descartar
            </Button>
          </>
        )}
      </PageHead>
      <p className={own.about}>
        {countryName(draft.country)}. Copiada de{' '}
        <Link to={`/precios/${draft.based_on}`}>{draft.based_on_name}</Link>. Último cambio:{' '}
        {draft.changed_by}, <When at={draft.changed_at} />.
      </p>
      <Said message={said} />
      <Trouble error={save.error} />
      {save.error && (
        <p>
          <Button kind="ghost" small onClick={() => void takeSaved()}>
            Ver lo guardado
          </Button>
        </p>
      )}
      {draft.waits !== '' && <Notice tone="late">Espera aprobación: la pidió {draft.waits}.</Notice>}
      {isChanged ? (
        <p role="status">Hay cambios sin guardar. Guardalos para revisarlos.</p>
      ) : (
        <Findings findings={draft.findings} />
      )}
      <Editor
        cells={cells}
        onChange={mayChange ? setCells : undefined}
        findings={isChanged ? [] : draft.findings}
        basis={draft.basis}
        currency={draft.currency}
        ceiling={draft.ceiling}
        readings={isChanged ? null : draft.readings}
      />
      {!hasFaults && !isChanged && <SamplePlans draft={draft} />}
      <Doing draft={draft} what={doing} onClose={() => setDoing(undefined)} onAsked={setSaid} />
    </>
  );
}

interface DoingProps {
  draft: WholeDraft;
  what: 'activate' | 'discard' | undefined;
  onClose: () => void;
  onAsked: (message: string) => void;
}

function Doing({ draft, what, onClose, onAsked }: DoingProps) {
  const queries = useQueryClient();
  if (what === 'activate')
    return (
      <ActivateDialog
        draft={draft}
        onClose={onClose}
        onDone={(message) => {
          onClose();
          onAsked(message);
          void queries.invalidateQueries();
        }}
      />
    );
  if (what === undefined) return null;
  return (
    <DiscardDialog
      draft={draft}
      onClose={onClose}
      onDone={() => {
        void queries.invalidateQueries({ queryKey: ['price-lists'] });
        go('/precios');
      }}
    />
  );
}

function Findings({ findings }: { findings: readonly Finding[] }) {
  const of = (kind: Finding['kind']) => [
    ...new Set(findings.filter((each) => each.kind === kind).map((f) => f.text)),
  ];
  const [faults, holes] = [of('fault'), of('hole')];
  return (
    <div className={css.said} role="status">
      {faults.length === 0 && holes.length === 0 && (
        <Notice tone="good">La lista no tiene errores ni huecos.</Notice>
      )}
      {faults.length > 0 && (
        <Notice tone="bad" title="Para corregir">
          <ul>
            {faults.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Notice>
      )}
      {holes.length > 0 && (
        <Notice tone="late" title="Para mirar antes de aprobar">
          <ul>
            {holes.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}
