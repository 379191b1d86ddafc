import { useState } from 'react';
import { classes } from '../../ui/classes.ts';
import { call } from '../api.ts';
import { Lines } from '../money/upload-dialog.tsx';
import { List, useList } from '../ui/list.tsx';
import css from '../ui/page.module.css';
import own from './approvals.module.css';

/** The lines of a settlement file that waits for approval, and what each would do: read before signing. */
export function SettlementLines({ approval }: { approval: string }) {
  const [which, setWhich] = useState<'all' | 'review' | 'reversals'>('all');
  const { list, rows } = useList(['approvals', 'lines', approval, which], 'from', (page) =>
    call('GET /api/staff/money/files/asked/{id}', { params: { id: approval }, query: { which, ...page } }),
  );
  const [seen] = list.data?.pages ?? [];
  return (
    <>
      <label className={classes(css.field, own.which)}>
        <span>Líneas</span>
        <select value={which} onChange={(event) => setWhich(event.target.value as typeof which)}>
          <option value="reversals">Las que anulan un pago</option>
          <option value="review">Para revisar</option>
          <option value="all">Todas</option>
        </select>
      </label>
      <List list={list}>
        {seen && seen.tried < seen.lines && (
          <p>
            Se probaron {seen.tried} de {seen.lines} líneas. Se puede aprobar cuando estén todas.
          </p>
        )}
        <Lines rows={rows} currency={seen?.currency ?? 'ARS'} isAll={which !== 'review'} />
      </List>
    </>
  );
}
