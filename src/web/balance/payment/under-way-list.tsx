import { DelayNotice } from '../../shell/delay-notice.tsx';
import type { Account } from '../balance-query.ts';
import { isStrangers, type UnderWay } from './under-way.ts';
import { UnderWayCard } from './under-way-card.tsx';

/**
 * Payments under way, a card each. The first card has the delay notice; a balance without payments has it only where
 * the setting is `on` (docs/product/borrowers-area.md#delay-notice).
 */
export function UnderWayList(props: { account: Account; onRemove: (payment: UnderWay) => void }) {
  const { account, onRemove } = props;
  const payments = account.open_payments;
  if (payments.length === 0) return <DelayNotice />;
  return payments.map((payment, index) => (
    <UnderWayCard
      key={payment.hash || `hidden ${index}`}
      payment={payment}
      isFirst={index === 0}
      isStrangers={isStrangers(account, payment)}
      onRemove={() => onRemove(payment)}
    />
  ));
}
