import { useState } from 'react';
import { grantPeriod } from '../../countries/grant-period.ts';
import { holidaysOf } from '../../countries/holidays.ts';
import { useCountry } from '../country.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/tag.tsx';
import { stepTexts as texts } from './texts.ts';

/** When the money arrives, in general and for a loan confirmed now (A §9). */
export function GrantTimesDialog({ onClose }: { onClose: () => void }) {
  const pack = useCountry();
  const [now] = useState(() => new Date());
  return (
    <Dialog
      open
      onClose={onClose}
      title={pack.grantPeriod.title}
      actions={
        <Button wide onClick={onClose}>
          {texts.close}
        </Button>
      }
    >
      <Notice tone="good" title={grantPeriod(now, pack, holidaysOf(pack.code))}>
        {texts.range(pack.grantPeriod.range)}
      </Notice>
      {pack.grantPeriod.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </Dialog>
  );
}
