import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { Notice } from '../../ui/tag.tsx';
import type { RulesDraft } from '../../words/decision-rules.ts';
import { countryName } from '../../words/texts.ts';
import { asSeen, call } from '../api.ts';
import { go } from '../place.ts';
import { allows, useMe } from '../session.ts';
import { Link } from '../ui/link.tsx';
import { Said, Trouble } from '../ui/list-parts.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { When } from '../ui/when.tsx';
import { ActivateDialog, DiscardDialog } from './dialogs.tsx';
import { RulesEffect } from './effect.tsx';
import { RulesEditor } from './rules-editor.tsx';

/** Rules that are being prepared. */
export function RulesDraftPage({ id }: { id: string }) {
  const queries = useQueryClient();
  const key = ['decision-draft', id];
  const draft = useQuery({
    queryKey: key,
    queryFn: async () => (await call('GET /api/staff/decision-drafts/{id}', { params: { id } })).result,
    // Another person's save never replaces unsaved typing.
    refetchOnWindowFocus: false,
  });
  if (draft.data)
    return (
      <Draft
        key={draft.data.version}
        draft={draft.data}
        onSaved={(saved) => queries.setQueryData(key, saved)}
        reload={() => void draft.refetch()}
      />
    );
  return (
    <>
      <PageHead title="Borrador de reglas" />
      <Trouble error={draft.error} />
      {draft.error ? (
        <p>
          <Link to="/reglas">Volver a Reglas de crédito</Link>
        </p>
      ) : (
        <SkeletonGroup shapes={['line', 'line', 'line']} />
      )}
    </>
  );
}

interface DraftProps {
  draft: RulesDraft;
  onSaved: (draft: RulesDraft) => void;
  reload: () => void;
}

function Draft({ draft, onSaved, reload }: DraftProps) {
  const me = useMe();
  const [rules, setRules] = useState(draft.rules);
  const [doing, setDoing] = useState<'activate' | 'discard'>();
  const [said, setSaid] = useState('');
  const save = useMutation({
    mutationFn: async () =>
      (await call('POST /api/staff/decision-drafts/{id}/save', { ...asSeen(draft), body: { rules } })).result,
    onSuccess: onSaved,
  });
  const isChanged = JSON.stringify(rules) !== JSON.stringify(draft.rules);
  const mayChange = allows(me, 'POST /api/staff/decision-drafts/{id}/save');
  const hasFaults = draft.findings.length > 0;
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
      <About draft={draft} />
      <Said message={said} />
      <Trouble error={save.error} />
      {save.error && (
        <p>
          <Button kind="ghost" small onClick={reload}>
            Ver lo guardado
          </Button>
        </p>
      )}
      {draft.waits !== '' && <Notice tone="late">Espera aprobación: la pidió {draft.waits}.</Notice>}
      {isChanged && <p role="status">Hay cambios sin guardar. Guardalos para revisarlos.</p>}
      {draft.findings
        .filter(({ rule }) => rule < 0)
        .map(({ text }) => (
          <Notice key={text} tone="bad">
            {text}
          </Notice>
        ))}
      {!hasFaults && !isChanged && <RulesEffect draft={draft} />}
      <RulesEditor
        rules={rules}
        findings={isChanged ? [] : draft.findings}
        onChange={mayChange ? setRules : undefined}
      />
      <Doing draft={draft} what={doing} onClose={() => setDoing(undefined)} onAsked={setSaid} />
    </>
  );
}

function About({ draft }: { draft: RulesDraft }) {
  return (
    <p>
      {countryName(draft.country)}. Copiadas de{' '}
      <Link to={`/reglas/${draft.based_on}`}>{draft.based_on_name}</Link>. Último cambio: {draft.changed_by},{' '}
      <When at={draft.changed_at} />.
    </p>
  );
}

interface DoingProps {
  draft: RulesDraft;
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
        void queries.invalidateQueries({ queryKey: ['decision-rules'] });
        go('/reglas');
      }}
    />
  );
}
