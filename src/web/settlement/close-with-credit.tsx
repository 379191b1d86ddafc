import { useMutation, useQuery } from '@tanstack/react-query';
import { paths } from '../../contract/paths.ts';
import { call } from '../api.ts';
import { profileQuery } from '../profile.ts';
import { queryClient } from '../query-client.ts';
import { useGo } from '../shell/use-go.ts';
import { Button } from '../../ui/button.tsx';
import { settlementTexts as texts } from './texts.ts';

interface CloseWithCreditProps {
  id: string;
  /** Called when the quote is outdated. */
  onOutdated: () => void;
}

/** Closes a loan covered by credit: there is nothing to pay, so no method to choose. */
export function CloseWithCredit({ id, onOutdated }: CloseWithCreditProps) {
  const go = useGo();
  const document = useQuery(profileQuery).data?.account_information.document_number;
  const close = useMutation({
    mutationFn: () =>
      call('POST /api/v3/loan/{id}/settlement', {
        params: { id },
        body: { kind: 'settlement', total: 0, payment_method: 'credit' },
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['balance'] });
      go.to(document ? paths.balance(document) : paths.accountStatus());
    },
    onError: onOutdated,
  });
  return (
    <Button wide busy={close.isPending || close.isSuccess} onClick={() => close.mutate()}>
      {texts.closeWithCredit}
    </Button>
  );
}
