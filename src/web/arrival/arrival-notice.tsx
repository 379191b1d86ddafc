import { Notice } from '../ui/tag.tsx';
import { ArrivalRules } from './arrival-rules.tsx';
import { useSettings } from '../settings.ts';
import { useArrivalIfConfirmed } from './use-arrival.ts';

/** When the money arrives if the loan is confirmed now: the day first, its rules folded below. */
export function ArrivalNotice() {
  const sentence = useArrivalIfConfirmed();
  const isWaiting = useSettings()['pay-outs'] === 'waiting';
  return (
    <div>
      <Notice tone={isWaiting ? 'late' : 'good'} title={sentence} />
      {!isWaiting && <ArrivalRules />}
    </div>
  );
}
