import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import type { OutputOf } from '../../contract/contract.ts';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { money, sumUnits } from '../amounts.ts';
import { call } from '../api.ts';
import { ReadTrouble } from '../ui/list-parts.tsx';
import { Table } from '../ui/list.tsx';
import css from '../ui/page.module.css';
import look from './closes.module.css';

type Detail = OutputOf<'GET /api/staff/closes/{id}'>;

export const closeQuery = (id: string) => ({
  queryKey: ['close', id],
  queryFn: () => call('GET /api/staff/closes/{id}', { params: { id } }),
});

/** Journal of a close, loaded by its number, for who approves it. */
export function CloseJournal({ id }: { id: string }) {
  const detail = useQuery(closeQuery(id));
  return (
    <>
      <ReadTrouble read={detail} />
      {detail.isPending && <SkeletonGroup shapes={['line', 'line', 'line']} />}
      {detail.data && <Journal journal={detail.data.journal} currency={detail.data.close.currency} />}
    </>
  );
}

/** Entries of a close, with their totals. */
export function Journal({ journal, currency }: Pick<Detail, 'journal'> & Pick<Detail['close'], 'currency'>) {
  const amount = (units: number) => money(units, currency);
  return (
    <Table
      caption="Diario, por asiento y cuenta"
      frame="Diario"
      columns={['Cuenta', ['Debe', css.number], ['Haber', css.number]]}
    >
      {journal.map((line, index) => (
        <Fragment key={`${line.entry} ${line.account}`}>
          {line.entry !== journal[index - 1]?.entry && (
            <tr>
              <th scope="rowgroup" colSpan={3} className={look.entry}>
                {line.entry}
              </th>
            </tr>
          )}
          <tr>
            <th scope="row" className={look.account}>
              {line.account}
              <span className={css.minor}>{line.number}</span>
            </th>
            <td className={css.number}>{line.debit !== 0 && amount(line.debit)}</td>
            <td className={css.number}>{line.credit !== 0 && amount(line.credit)}</td>
          </tr>
        </Fragment>
      ))}
      <tr>
        <th scope="row">Total</th>
        <td className={css.number}>{amount(sumUnits(journal.map(({ debit }) => debit)))}</td>
        <td className={css.number}>{amount(sumUnits(journal.map(({ credit }) => credit)))}</td>
      </tr>
    </Table>
  );
}
