import { Notice } from '../../ui/tag.tsx';
import { ArrivalRules } from './arrival-rules.tsx';
import { arrivalTones, useArrivalIfConfirmed } from './use-arrival.ts';

/** When the money arrives if the loan is confirmed now: the day first, its rules folded below. */
export function ArrivalNotice() {
  const { sentence, wait } = useArrivalIfConfirmed();
  return (
    <div>
      <Notice tone={arrivalTones[wait]} title={sentence} />
      {wait === 'none' && <ArrivalRules />}
    </div>
  );
}
