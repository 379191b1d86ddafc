import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { paths } from '../../contract/paths.ts';
import { ScreenSkeleton } from '../shell/screen.tsx';
import { useGo } from '../shell/use-go.ts';
import { LoanFailed } from '../finish/finish-error.tsx';
import { newestLoanQuery } from './loan-query.ts';

/** /devolver-prestamo: the address that a confirmed withdrawal gives, which knows no loan's id. */
export function ReturnScreen() {
  const go = useGo();
  const newest = useQuery(newestLoanQuery);
  const { data: id, isError } = newest;
  useEffect(() => {
    if (id !== undefined) go.replace(id === null ? paths.welcome() : paths.settlement(id));
  }, [id, go]);
  if (isError) return <LoanFailed error={newest.error} retry={() => void newest.refetch()} />;
  return <ScreenSkeleton shapes={['title', 'money', 'line', 'button']} />;
}
