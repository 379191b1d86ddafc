import { useState } from 'react';
import { withBrand } from '../../countries/lender.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/tag.tsx';
import { call } from '../api.ts';
import { PaymentDialog } from '../balance/payment/later-payment-dialog.ts';
import { useCountry } from '../country.tsx';
import { queryClient } from '../query-client.ts';
import { useBrand } from '../settings.ts';
import { useMoney } from '../ui/use-money.ts';
import { membershipDebtTexts as texts } from './texts.ts';

interface MembershipDebtProps {
  /** Public id of the loan that it came with. */
  loanId: string;
  /** Currency units that are owed. */
  amount: number;
  /** A payment that pays it is under way. */
  isBeingPaid: boolean;
  /** Further note; '' or absent for none. */
  text?: string;
}

const shownIn = ['balance', 'membership', 'settlement'];
const reload = () =>
  void Promise.all(shownIn.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));

/** Debt of a membership after a failed charge, with a button to pay it. */
export function MembershipDebt({ loanId, amount, isBeingPaid, text = '' }: MembershipDebtProps) {
  const money = useMoney();
  const name = withBrand(useCountry().membership.name, useBrand());
  const [isPaying, setPaying] = useState(false);
  const close = () => setPaying(false);
  return (
    <>
      <Notice tone="late" title={texts.title(name, money(amount))}>
        {isBeingPaid ? texts.underWay : text || texts.text}
      </Notice>
      {!isBeingPaid && (
        <Button wide kind="ghost" onClick={() => setPaying(true)}>
          {texts.pay(money(amount))}
        </Button>
      )}
      {isPaying && (
        <PaymentDialog
          total={amount}
          what={texts.what(name)}
          onClose={close}
          ask={async ({ slug }) => {
            const body = { loan_id: loanId, payment_method: slug, total: amount };
            return (await call('POST /api/v3/membership/payment', { body })).result;
          }}
          onAsked={reload}
          onOutdated={() => {
            close();
            reload();
          }}
        />
      )}
    </>
  );
}
