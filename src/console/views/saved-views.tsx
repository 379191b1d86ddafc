import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { OutputOf } from '../../contract/contract.ts';
import type { ListName } from '../../contract/staff/views.ts';
import { Button } from '../../ui/button.tsx';
import { call } from '../api.ts';
import { useFilters, usePath } from '../place.ts';
import { Link } from '../ui/link.tsx';
import { NotRead } from '../ui/list-parts.tsx';
import { addressOf, filtersOf } from './address.ts';
import { DeleteDialog, RenameDialog, SaveDialog } from './dialogs.tsx';
import css from './views.module.css';

export type View = OutputOf<'GET /api/staff/views'>['result'][number];

const key = ['views'];

/** The person's own views of this list: they open one, name the present filters, rename and delete. */
export function SavedViews() {
  const list = usePath() as ListName;
  const [search] = useFilters();
  const queries = useQueryClient();
  const views = useQuery({ queryKey: key, queryFn: async () => (await call('GET /api/staff/views')).result });
  const [doing, setDoing] = useState<'save' | 'rename' | 'delete'>();
  const [said, setSaid] = useState('');
  const actions = useRef<HTMLDivElement>(null);
  const isDeleted = useRef(false);
  useEffect(() => {
    if (doing || !isDeleted.current) return;
    // The button that opened the dialog went with the view.
    isDeleted.current = false;
    actions.current?.querySelector('button')?.focus();
  }, [doing]);
  const own = views.data?.filter((view) => view.list === list) ?? [];
  const filters = filtersOf(search);
  const address = addressOf(list, filters);
  const open = own.find((view) => addressOf(list, view.filters) === address);
  const change = (message: string, changed: (all: readonly View[]) => readonly View[]) => {
    setDoing(undefined);
    setSaid(message);
    queries.setQueryData<readonly View[]>(key, (all = []) => changed(all));
    void queries.invalidateQueries({ queryKey: key });
  };
  const dialog = {
    onClose: () => setDoing(undefined),
    onStale: () => void queries.invalidateQueries({ queryKey: key }),
  };
  return (
    <div className={css.views}>
      <NotRead what="Tus vistas" error={views.error} />
      {own.length > 0 && (
        <nav aria-label="Mis vistas" className={css.names}>
          {own.map((view) => (
            <Link
              key={view.id}
              to={addressOf(list, view.filters)}
              aria-current={view === open ? 'true' : undefined}
            >
              {view.name}
            </Link>
          ))}
        </nav>
      )}
      {views.data && (
        <div ref={actions} className={css.actions}>
          <Button kind="ghost" small onClick={() => setDoing(open ? 'rename' : 'save')}>
            {open ? 'Cambiar nombre' : 'Guardar vista'}
          </Button>
          {open && (
            <Button kind="ghost" small onClick={() => setDoing('delete')}>
              Borrar vista
            </Button>
          )}
        </div>
      )}
      <span role="status" className="visually-hidden">
        {said}
      </span>
      {doing === 'save' && (
        <SaveDialog
          list={list}
          filters={filters}
          {...dialog}
          onDone={(view) => change(`Guardaste la vista “${view.name}”.`, (all) => [...all, view])}
        />
      )}
      {open && doing === 'rename' && (
        <RenameDialog
          view={open}
          {...dialog}
          onDone={(view) =>
            change(`La vista se llama “${view.name}”.`, (all) =>
              all.map((each) => (each.id === view.id ? view : each)),
            )
          }
        />
      )}
      {open && doing === 'delete' && (
        <DeleteDialog
          view={open}
          {...dialog}
          onDone={() => {
            isDeleted.current = true;
            change(`Borraste la vista “${open.name}”.`, (all) => all.filter(({ id }) => id !== open.id));
          }}
        />
      )}
    </div>
  );
}
