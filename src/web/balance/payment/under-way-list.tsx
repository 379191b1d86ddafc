import { DelayNotice } from '../../shell/delay-notice.tsx';
import type { UnderWay } from './under-way.ts';
import { UnderWayCard } from './under-way-card.tsx';

/**
 * Payments under way, a card each. The first card has the delay notice; a balance without payments has it only where
 * the setting is `on` (docs/product/borrowers-area.md#delay-notice).
 */
export function UnderWayList(props: {
  payments: readonly UnderWay[];
  onRemove: (payment: UnderWay) => void;
}) {
  if (props.payments.length === 0) return <DelayNotice />;
  return props.payments.map((payment, index) => (
    <UnderWayCard
      key={payment.hash}
      payment={payment}
      isFirst={index === 0}
      onRemove={() => props.onRemove(payment)}
    />
  ));
}
