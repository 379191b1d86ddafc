import { useQuery } from '@tanstack/react-query';
import { paths } from '../../contract/paths.ts';
import { Link } from '../shell/link.tsx';
import { prepaymentQuery, settlementQuery } from '../settlement/settlement-query.ts';
import { dated } from '../../ui/dated.tsx';
import { useMoney } from '../ui/use-money.ts';
import type { Account } from './balance-query.ts';
import css from './balance.module.css';
import { earlyTexts as texts } from './payment/payment-texts.ts';
import type { Choice } from './use-choice.ts';

/**
 * Saving by prepaying or closing instead of paying an instalment early with its future interest, from the server's
 * quote of the same amount. Hidden if only due instalments are chosen.
 */
export function EarlyHint({ account, choice }: { account: Account; choice: Choice }) {
  const isEarly = choice.chosen.some(({ due_date }) => due_date > account.date);
  if (!isEarly) return null;
  const { loanId, documentNumber } = account;
  if (loanId !== null) return <OwnHint loanId={loanId} choice={choice} />;
  return (
    <p className={css.hint}>
      {texts.stranger}{' '}
      <Link to={paths.login({ redirectTo: paths.balance(documentNumber) })}>{texts.login}</Link>
    </p>
  );
}

function OwnHint({ loanId, choice: { total, chosen } }: { loanId: string; choice: Choice }) {
  const money = useMoney();
  const settlement = useQuery(settlementQuery(loanId)).data;
  const bounds = settlement?.prepayment ?? null;
  const canPrepay = bounds !== null && total >= bounds.min && total <= bounds.max;
  const { data: ahead, isPlaceholderData } = useQuery({
    ...prepaymentQuery(loanId, total),
    enabled: canPrepay,
  });
  if (!settlement) return null;
  const right = settlement.right_to_withdraw;
  const saved = canPrepay && ahead && !isPlaceholderData ? (ahead.fewer ?? ahead.smaller).saved : 0;
  const closes = total >= settlement.total && settlement.saved > 0;
  if (saved <= 0 && !closes) return null;
  return (
    <p className={css.hint}>
      {closes
        ? texts.close(money(settlement.total), money(settlement.saved))
        : texts.ahead(money(total), money(saved), chosen.length)}{' '}
      {right && dated(texts.right(money(right.amount), right.until))}{' '}
      <Link to={paths.settlement(loanId, closes ? {} : { importe: total })}>{texts.see}</Link>
    </p>
  );
}
