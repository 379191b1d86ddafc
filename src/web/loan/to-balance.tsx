import { useQuery } from '@tanstack/react-query';
import { paths } from '../../contract/paths.ts';
import { ApiFailure } from '../../ui/api-failure.ts';
import { Button } from '../../ui/button.tsx';
import { profileQuery } from '../profile.ts';
import { Screen } from '../shell/screen.tsx';
import { useGo } from '../shell/use-go.ts';
import { Card } from '../ui/card.tsx';
import { errorTexts } from '../text/shared.ts';
import { loanTexts } from './texts.ts';

/** Goes to the customer's own balance; without a known document to the page that asks for it. */
export function useToBalance(): () => void {
  const go = useGo();
  const document = useQuery(profileQuery).data?.account_information.document_number;
  return () => go.to(document ? paths.balance(document) : paths.accountStatus());
}

interface ToBalanceProps {
  label?: string;
  kind?: 'ghost' | 'primary';
}

/** The way back to the instalments. */
export function ToBalance({ label = loanTexts.toAccount, kind = 'ghost' }: ToBalanceProps) {
  return (
    <Button wide kind={kind} onClick={useToBalance()}>
      {label}
    </Button>
  );
}

interface LoanPageFailedProps {
  texts: { readonly failedTitle: string; readonly failed: string; readonly noLoan: string };
  error: Error;
  retry: () => void;
  isRetrying: boolean;
}

/** A page about a loan that could not be read, or is not the customer's. */
export function LoanPageFailed({ texts, error, retry, isRetrying }: LoanPageFailedProps) {
  const isUnknown = error instanceof ApiFailure && error.code === 'not_found';
  return (
    <Screen title={texts.failedTitle}>
      <Card>
        <p>{isUnknown ? texts.noLoan : texts.failed}</p>
        {!isUnknown && (
          <Button wide busy={isRetrying} onClick={retry}>
            {errorTexts.again}
          </Button>
        )}
        <ToBalance />
      </Card>
    </Screen>
  );
}
