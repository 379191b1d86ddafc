import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { Notice } from '../../ui/tag.tsx';
import { countryName } from '../../words/texts.ts';
import { go } from '../place.ts';
import { allows, useMe } from '../session.ts';
import { Link } from '../ui/link.tsx';
import { ReadTrouble, Said, Trouble } from '../ui/list-parts.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { When } from '../ui/when.tsx';
import { DiscardDialog } from './dialogs.tsx';
import type { ListKind, Types } from './kind.ts';
import own from './versions.module.css';
import { RequestLink } from '../ui/waits.tsx';

/** A version that is being prepared. */
export function DraftPage<T extends Types>({ kind, id }: { kind: ListKind<T>; id: string }) {
  const queries = useQueryClient();
  const key = [kind.draftPath, id];
  const draft = useQuery({ queryKey: key, queryFn: () => kind.draft(id) });
  if (draft.data)
    return (
      <Draft
        kind={kind}
        draft={draft.data}
        onSaved={(saved) => queries.setQueryData(key, saved)}
        reload={async () => (await draft.refetch()).data}
      />
    );
  return (
    <>
      <PageHead title={kind.words.draftTitle} />
      <ReadTrouble read={draft} />
      {draft.error ? (
        <p>
          <Link to={kind.path}>Volver a {kind.words.title}</Link>
        </p>
      ) : (
        <SkeletonGroup shapes={['line', 'line', 'line']} />
      )}
    </>
  );
}

interface DraftProps<T extends Types> {
  kind: ListKind<T>;
  draft: T['draft'];
  onSaved: (draft: T['draft']) => void;
  reload: () => Promise<T['draft'] | undefined>;
}

/** Typed content, next to the saved one. */
function useDraft<T extends Types>({ kind, draft: newest, onSaved, reload }: DraftProps<T>) {
  // Another person's save never replaces typed content.
  const [draft, setDraft] = useState<T['draft']>(newest);
  const [content, setContent] = useState<T['content']>(() => kind.contentOf(newest));
  const adopt = (next: T['draft']) => {
    setDraft(next);
    setContent(kind.contentOf(next));
  };
  const save = useMutation({
    mutationFn: () => kind.save(draft, content),
    onSuccess: (saved) => {
      onSaved(saved);
      adopt(saved);
    },
  });
  const isChanged =
    JSON.stringify(kind.savedAs(content)) !== JSON.stringify(kind.savedAs(kind.contentOf(draft)));
  if (newest !== draft && !isChanged && !save.isPending) adopt(newest);
  const takeSaved = async () => {
    const saved = await reload();
    save.reset();
    if (saved) adopt(saved);
  };
  return { draft, content, setContent, save, isChanged, takeSaved };
}

type Doing = 'activate' | 'discard' | undefined;

function Draft<T extends Types>(props: DraftProps<T>) {
  const { kind } = props;
  const me = useMe();
  const { draft, content, setContent, save, isChanged, takeSaved } = useDraft(props);
  const [doing, setDoing] = useState<Doing>();
  const [said, setSaid] = useState('');
  const mayChange = draft.waits === '' && allows(me, kind.calls.save);
  return (
    <div className={own.draft}>
      <PageHead title={`Borrador ${draft.name}`} />
      <p className={own.about}>
        {countryName(draft.country)}. {kind.words.copiedFrom}{' '}
        <Link to={`${kind.path}/${draft.based_on}`}>{draft.based_on_name}</Link>. Último cambio:{' '}
        {draft.changed_by}, <When at={draft.changed_at} />.
      </p>
      {mayChange && (
        <div className={own.bar} role="group" aria-label="Borrador">
          <p role="status">{isChanged && 'Cambios sin guardar'}</p>
          <Button small busy={save.isPending} disabled={!isChanged} onClick={() => save.mutate()}>
            Guardar
          </Button>
          <Button
            kind="ghost"
            small
            disabled={isChanged || kind.hasFaults(draft)}
            onClick={() => setDoing('activate')}
          >
            Poner en vigencia
          </Button>
          <Button kind="ghost" small onClick={() => setDoing('discard')}>
            Descartar
          </Button>
        </div>
      )}
      <Trouble error={save.error} />
      {save.error && (
        <p className={own.about}>
          <Button kind="ghost" small onClick={() => void takeSaved()}>
            Ver lo guardado
          </Button>
        </p>
      )}
      <Said message={said} />
      {draft.waits !== '' && (
        <Notice tone="late">
          Espera aprobación: la pidió {draft.waits}. <RequestLink />
        </Notice>
      )}
      <kind.Content
        draft={draft}
        content={content}
        isChanged={isChanged}
        onChange={mayChange ? setContent : undefined}
      />
      <DraftDialog
        kind={kind}
        draft={draft}
        doing={doing}
        onClose={() => setDoing(undefined)}
        onAsked={setSaid}
      />
    </div>
  );
}

interface DraftDialogProps<T extends Types> {
  kind: ListKind<T>;
  draft: T['draft'];
  doing: Doing;
  onClose: () => void;
  onAsked: (message: string) => void;
}

function DraftDialog<T extends Types>({ kind, draft, doing, onClose, onAsked }: DraftDialogProps<T>) {
  const queries = useQueryClient();
  if (doing === undefined) return null;
  if (doing === 'activate')
    return (
      <kind.Activate
        draft={draft}
        onClose={onClose}
        onDone={(message) => {
          onClose();
          onAsked(message);
          void queries.invalidateQueries();
        }}
      />
    );
  return (
    <DiscardDialog
      kind={kind}
      draft={draft}
      onClose={onClose}
      onDone={() => {
        void queries.invalidateQueries({ queryKey: [kind.path] });
        go(kind.path);
      }}
    />
  );
}
