import type { UnderWay } from './under-way.ts';
import { UnderWayCard } from './under-way-card.tsx';

/** The payments under way, a card each. */
export function UnderWayList(props: {
  payments: readonly UnderWay[];
  onRemove: (payment: UnderWay) => void;
}) {
  return props.payments.map((payment, index) => (
    <UnderWayCard
      key={payment.hash}
      payment={payment}
      isFirst={index === 0}
      onRemove={() => props.onRemove(payment)}
    />
  ));
}
