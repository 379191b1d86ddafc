import { Notice } from '../ui/tag.tsx';
import { ArrivalRules } from './arrival-rules.tsx';
import { useArrivalIfConfirmed } from './use-arrival.ts';

/** When the money arrives if the loan is confirmed now: the day first, its rules folded below. */
export function ArrivalNotice() {
  const sentence = useArrivalIfConfirmed();
  return (
    <div>
      <Notice tone="good" title={sentence} />
      <ArrivalRules />
    </div>
  );
}
