import { arrivalTexts } from '../arrival/texts.ts';
import { arrivalTones, useArrivalIfConfirmed } from '../arrival/use-arrival.ts';
import { useCountry } from '../country.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../../ui/tag.tsx';
import { stepTexts as texts } from './texts.ts';

/** When the money arrives, for a loan confirmed now and in general. */
export function GrantTimesDialog({ onClose }: { onClose: () => void }) {
  const { grantPeriod } = useCountry();
  const { sentence, wait } = useArrivalIfConfirmed();
  return (
    <Dialog
      open
      onClose={onClose}
      title={grantPeriod.title}
      actions={
        <Button wide onClick={onClose}>
          {texts.close}
        </Button>
      }
    >
      <Notice tone={arrivalTones[wait]} title={sentence}>
        {wait === 'none' ? arrivalTexts.range(grantPeriod.range) : null}
      </Notice>
      {grantPeriod.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </Dialog>
  );
}
