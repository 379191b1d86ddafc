import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { OutputOf } from '../../contract/contract.ts';
import type { ListName } from '../../contract/staff/views.ts';
import { Button } from '../../ui/button.tsx';
import { call } from '../api.ts';
import { useFilters, usePath } from '../place.ts';
import { Link } from '../ui/link.tsx';
import { NotRead } from '../ui/list-parts.tsx';
import { addressOf, filtersOf, DeleteDialog, RenameDialog, SaveDialog } from './dialogs.tsx';
import css from './views.module.css';

type View = OutputOf<'GET /api/staff/views'>['result'][number];
type Doing = 'save' | 'rename' | 'delete';

const key = ['views'];

/** The person's own views of this list: they open one, name the present filters, rename and delete. */
export function SavedViews() {
  const list = usePath() as ListName;
  const [search] = useFilters();
  const queries = useQueryClient();
  const views = useQuery({ queryKey: key, queryFn: async () => (await call('GET /api/staff/views')).result });
  const [doing, setDoing] = useState<Doing>();
  const [said, setSaid] = useState('');
  const actions = useRef<HTMLDivElement>(null);
  const own = views.data?.filter((view) => view.list === list) ?? [];
  const filters = filtersOf(search);
  const address = addressOf(list, filters);
  const open = own.find((view) => addressOf(list, view.filters) === address);
  const read = () => void queries.invalidateQueries({ queryKey: key });
  const change = (message: string, changed: (all: readonly View[]) => readonly View[]) => {
    setDoing(undefined);
    setSaid(message);
    queries.setQueryData<readonly View[]>(key, (all = []) => changed(all));
    read();
  };
  const dialog = { onClose: () => setDoing(undefined), onStale: read };
  const renamed = (view: View) =>
    change(`La vista se llama “${view.name}”.`, (all) =>
      all.map((each) => (each.id === view.id ? view : each)),
    );
  const saved = (view: View) => change(`Guardaste la vista “${view.name}”.`, (all) => [...all, view]);
  const deleted = (view: View) =>
    change(`Borraste la vista “${view.name}”.`, (all) => all.filter(({ id }) => id !== view.id));
  useFocusKept(actions, doing);
  return (
    <div className={css.views}>
      <NotRead what="Tus vistas" error={views.error} />
      {own.length > 0 && <Names views={own} open={open} />}
      <div ref={actions} className={css.actions}>
        {!views.error && <Actions open={open} isReady={views.isSuccess} onDo={setDoing} />}
      </div>
      <span role="status" className="visually-hidden">
        {said}
      </span>
      {doing === 'save' && <SaveDialog list={list} filters={filters} {...dialog} onDone={saved} />}
      {open && doing === 'rename' && <RenameDialog view={open} {...dialog} onDone={renamed} />}
      {open && doing === 'delete' && <DeleteDialog view={open} {...dialog} onDone={deleted} />}
    </div>
  );
}

/** The dialog's button may be gone after its action: move the focus to its neighbour. */
function useFocusKept(actions: RefObject<HTMLElement | null>, doing: Doing | undefined) {
  const before = useRef(doing);
  useEffect(() => {
    const isClosed = before.current !== undefined && doing === undefined;
    before.current = doing;
    if (isClosed && document.activeElement === document.body)
      actions.current?.querySelector('button')?.focus();
  }, [actions, doing]);
}

function Names({ views, open }: { views: readonly View[]; open: View | undefined }) {
  return (
    <nav aria-label="Mis vistas" className={css.names}>
      {views.map((view) => (
        <Link
          key={view.id}
          to={addressOf(view.list, view.filters)}
          aria-current={view === open ? 'true' : undefined}
        >
          {view.name}
        </Link>
      ))}
    </nav>
  );
}

interface ActionsProps {
  open: View | undefined;
  /** False until the views are read: the button holds its place meanwhile. */
  isReady: boolean;
  onDo: (doing: Doing) => void;
}

/** The first button stays the same element when a view is saved, and keeps the focus. */
function Actions({ open, isReady, onDo }: ActionsProps) {
  return (
    <>
      <Button kind="ghost" small disabled={!isReady} onClick={() => onDo(open ? 'rename' : 'save')}>
        {open ? 'Cambiar nombre' : 'Guardar vista'}
      </Button>
      {open && (
        <Button kind="ghost" small onClick={() => onDo('delete')}>
          Borrar vista
        </Button>
      )}
    </>
  );
}
