import { ContactButton } from '../shell/help/contact-button.tsx';
import { useMoney } from '../ui/use-money.ts';
import type { Loan } from './loan-query.ts';
import { loanTexts } from './texts.ts';

/** Asks about a loan on its way by the configured channel (docs/product/confirmation.md#finish). */
export function LoanContact({ loan }: { loan: Loan }) {
  const money = useMoney();
  return (
    <ContactButton
      label={loanTexts.contact}
      setting="whatsapp-origination-loan-pending"
      values={{
        client: `${loan.first_name} ${loan.last_name}`,
        loan_id: loan.id,
        amount: money(loan.amount_delivery),
      }}
    />
  );
}
