import { dueAndUntil } from '../../countries/payable-words.ts';
import { paths } from '../../contract/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { dated } from '../../ui/dated.tsx';
import { Notice } from '../../ui/tag.tsx';
import { Link } from '../shell/link.tsx';
import { useMoney } from '../ui/use-money.ts';
import type { Account } from './balance-query.ts';
import { otherLoanTexts as texts } from './texts.ts';

type Other = Account['other_loans'][number];

/** Other loans in force of the same person, which a charge-back opened again, and the way to pay each. */
export function OtherLoans({ account: { other_loans: others, documentNumber } }: { account: Account }) {
  return others.map((other) => (
    <OtherLoan key={other.loan_id} other={other} documentNumber={documentNumber} />
  ));
}

function OtherLoan({ other, documentNumber }: { other: Other; documentNumber: string }) {
  const money = useMoney();
  const { loan_id: loan, amount, date, status, total, outstanding } = other;
  const next = dueAndUntil({ due: other.next_due_date, until: other.next_payable_until });
  const owed = total > 0 ? texts.today(money(total)) : texts.inAll(money(outstanding));
  return (
    <>
      <Notice tone={status === 'delayed' ? 'late' : 'off'} title={texts.title}>
        {dated(texts.which(money(amount), date))} {owed}
        {total === 0 && next !== '' && <> {dated(texts.next(next))}</>}
      </Notice>
      <Link
        to={paths.balance(documentNumber, { loan })}
        className={buttonClass({ kind: 'ghost', wide: true })}
      >
        {texts.pay}
      </Link>
    </>
  );
}
