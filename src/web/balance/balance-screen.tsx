import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLoggedIn } from '../session.ts';
import { ScreenSkeleton } from '../shell/screen.tsx';
import { type BalanceAddress, goneOnReload, useBalanceAddress } from './balance-address.ts';
import { BalanceFailed } from './balance-failed.tsx';
import { balanceQuery } from './balance-query.ts';
import { Balance } from './balance.tsx';
import { laterDialog } from '../later.tsx';

const CancellationDialog = laterDialog(
  () => import('./cancellation/cancellation-dialog.tsx'),
  'CancellationDialog',
);

/** Self-service balance of a document (docs/product/borrowers-area.md#account-status). */
export function BalanceScreen() {
  const address = useBalanceAddress();
  const query = useQuery(
    balanceQuery(address.documentNumber, address.documentType, useLoggedIn(), address.loanId),
  );
  const [isCancelling, setCancelling] = useState(address.modalBaja);
  const refetch = () => void query.refetch();
  useReloadedAddress(address);

  function endCancelling(): void {
    setCancelling(false);
    address.drop('modalBaja');
    refetch();
  }

  // Totals use the amount owed now, not when this page was last open.
  const isFresh = address.total === null || query.isFetchedAfterMount;
  return (
    <>
      {query.data && isFresh ? (
        <Balance
          // Resets the selection when the loan changes.
          key={query.data.loanId}
          account={query.data}
          address={address}
          onRefetch={refetch}
          isReloading={query.isFetching}
          onCancel={() => setCancelling(true)}
          isCovered={isCancelling}
        />
      ) : query.isError ? (
        <BalanceFailed error={query.error} retry={refetch} isRetrying={query.isFetching} />
      ) : (
        <ScreenSkeleton
          aside={['money', 'line', 'block']}
          shapes={['field', 'line', 'line', 'line', 'line']}
        />
      )}
      {isCancelling && <CancellationDialog documentNumber={address.documentNumber} onClose={endCancelling} />}
    </>
  );
}

/** The browser's own reload clears the query as the page's does. */
function useReloadedAddress({ isReloaded, drop }: BalanceAddress): void {
  const [clear] = useState(() => () => drop(...goneOnReload));
  useEffect(() => {
    if (isReloaded) clear();
  }, [isReloaded, clear]);
}
