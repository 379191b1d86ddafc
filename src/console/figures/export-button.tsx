import { useMutation } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { download, type StaffInput } from '../api.ts';
import { allows, useMe } from '../session.ts';
import { Trouble } from '../ui/list-parts.tsx';

type Query = StaffInput<'POST /api/staff/figures/export'>['query'];

/** Takes a table away as CSV, for those who may. */
export function ExportButton({ query, what }: { query: Query; what: string }) {
  const me = useMe();
  const file = useMutation({
    mutationFn: () => download('POST /api/staff/figures/export', `${query.table}.csv`, { query }),
  });
  if (!allows(me, 'POST /api/staff/figures/export')) return null;
  return (
    <>
      <Button kind="ghost" small busy={file.isPending} onClick={() => file.mutate()}>
        Exportar CSV<span className="visually-hidden">: {what}</span>
      </Button>
      <Trouble error={file.error} />
    </>
  );
}
