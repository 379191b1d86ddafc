import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isOnItsWay } from './owed.tsx';
import { useLoggedIn } from '../session.ts';
import { ScreenSkeleton, Screen } from '../shell/screen.tsx';
import { type BalanceAddress, goneOnReload, useBalanceAddress } from './balance-address.ts';
import { balanceQuery } from './balance-query.ts';
import { Balance } from './balance.tsx';
import { laterDialog } from '../later.tsx';
import { paths } from '../../contract/paths.ts';
import { ApiFailure } from '../../ui/api-failure.ts';
import { useGo } from '../shell/use-go.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { balanceTexts as texts } from './texts.ts';

interface BalanceFailedProps {
  error: Error;
  retry: () => void;
  isRetrying: boolean;
}

/**
 * Shown when the balance fails to load. The failure is tracked only; the page offers next steps, or the server's
 * message for a wrong document or too many queries.
 */
function BalanceFailed({ error, retry, isRetrying }: BalanceFailedProps) {
  const go = useGo();
  const fields = error instanceof ApiFailure ? error.fields : {};
  const wrong = fields.document_type ?? fields.document_number;
  const isRefused = error instanceof ApiFailure && error.status >= 400 && error.status < 500;
  const words = wrong ?? (isRefused ? error.message : texts.failedNext);
  return (
    <Screen title={texts.failed}>
      <Card>
        <p>{words}</p>
        {/* The same wrong document would only be refused again. */}
        {wrong === undefined && (
          <Button wide busy={isRetrying} onClick={retry}>
            {texts.retry}
          </Button>
        )}
        <Button
          wide
          kind={wrong === undefined ? 'ghost' : 'primary'}
          onClick={() => go.to(paths.accountStatus())}
        >
          {texts.another}
        </Button>
      </Card>
    </Screen>
  );
}

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
      {isCancelling && (
        <CancellationDialog
          documentNumber={address.documentNumber}
          loanOnItsWay={query.data && isOnItsWay(query.data) ? query.data.loanId : null}
          onClose={endCancelling}
        />
      )}
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
