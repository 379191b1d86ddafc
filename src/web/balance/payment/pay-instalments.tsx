import { call } from '../../api.ts';
import { useMoney } from '../../ui/use-money.ts';
import type { Account } from '../balance-query.ts';
import { creditTexts } from '../credit-texts.ts';
import { PaymentDialog } from './later-payment-dialog.ts';
import { payTexts as texts } from './payment-texts.ts';
import type { Choice } from '../use-choice.ts';

interface PayInstalmentsProps {
  account: Account;
  choice: Choice;
  onClose: () => void;
  onAsked: () => void;
  onOutdated: () => void;
}

/** The payment dialog for the chosen instalments (docs/product/payments.md#request). */
export function PayInstalments({ account, choice, ...rest }: PayInstalmentsProps) {
  const money = useMoney();
  const { chosen, total } = choice;
  const credit = chosen.reduce((sum, each) => sum + Math.round(each.credit * 100), 0) / 100;
  const numbers = chosen.map(({ number }) => number).toSorted((a, b) => a - b);
  return (
    <PaymentDialog
      {...rest}
      total={total}
      what={texts.what(numbers)}
      note={credit > 0 ? creditTexts.less(money(credit)) : ''}
      ask={async ({ slug }) => {
        const body = {
          document_type: 1 as const,
          document_number: account.documentNumber,
          payment_method: slug,
          installments: chosen.map(({ id, number }) => ({ id, number })),
          total,
        };
        return (await call('POST /api/v3/payment', { body })).result;
      }}
    />
  );
}
