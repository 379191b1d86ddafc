import { useState } from 'react';
import { grantPeriod } from '../../countries/grant-period.ts';
import { useCountry } from '../country.tsx';
import { useHolidays } from '../loan/use-holidays.ts';
import { Notice } from '../ui/tag.tsx';

/** When the money arrives if the loan is confirmed now (A §9), once the holidays are known. */
export function GrantNotice() {
  const pack = useCountry();
  const holidays = useHolidays();
  const [now] = useState(() => new Date());
  if (!holidays) return null;
  return (
    <Notice tone="good" title={pack.grantPeriod.title}>
      {grantPeriod(now, pack, holidays)}
    </Notice>
  );
}
