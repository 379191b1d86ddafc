import { useCountry } from '../country.tsx';
import { Card } from '../ui/card.tsx';
import { formatMoney, formatPercent } from '../ui/money.ts';
import { MoneyText } from '../ui/money-text.tsx';
import { DefinitionList } from '../ui/stack-bar.tsx';
import css from './loan.module.css';
import type { Loan } from './loan-query.ts';
import { summaryTexts as texts } from './texts.ts';

/** The confirmed loan in figures (B §3 'Selected proposal (summary card)'). */
export function LoanSummary({ loan }: { loan: Loan }) {
  const pack = useCountry();
  return (
    <Card>
      <div className={css.head}>
        <h2 className={css.caption}>{captionOf(loan)}</h2>
        <p>
          <MoneyText units={loan.amount_delivery} big />
        </p>
      </div>
      <DefinitionList
        items={[
          ...(loan.amount === loan.amount_delivery
            ? []
            : [{ label: texts.requested, value: formatMoney(loan.amount) }]),
          { label: texts.instalments, value: texts.times(loan.installment_count, formatMoney(loan.payment)) },
          { label: texts.firstDue, value: loan.start_date },
          { label: pack.tasaSigla, value: formatPercent(loan.interest_rate) },
          ...(pack.showsCft ? [{ label: texts.cft, value: formatPercent(loan.cft) }] : []),
          ...destinationOf(loan, pack.accountNumber.label),
          ...(loan.was_created_in_membership ? [{ label: texts.membership, value: texts.included }] : []),
          { label: texts.total, value: formatMoney(loan.final_amount), strong: true },
        ]}
      />
    </Card>
  );
}

function captionOf({ state_slug }: Loan): string {
  if (state_slug === 'canceled') return texts.asked;
  return state_slug === 'approved' || state_slug === 'finished' ? texts.received : texts.receive;
}

function destinationOf({ delivery_type, bank, pod }: Loan, accountLabel: string) {
  if (pod) return [{ label: texts.destination, value: `${pod.name}, ${pod.address}, ${pod.city}` }];
  if (delivery_type === 'red-pagos') return [{ label: texts.destination, value: texts.cash }];
  if (!bank) return [];
  return [
    ...(bank.bank ? [{ label: texts.bank, value: bank.bank }] : []),
    { label: accountLabel, value: <span className={css.number}>{bank.cbu}</span> },
  ];
}
