import { arrivalRules } from '../../countries/arrival.ts';
import { arrivalTones, useArrivalIfConfirmed } from '../arrival/use-arrival.ts';
import { useCountry } from '../country.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../../ui/tag.tsx';
import { stepTexts as texts } from './texts.ts';

/** When the money arrives, for a loan confirmed now and in general. */
export function GrantTimesDialog({ onClose }: { onClose: () => void }) {
  const pack = useCountry();
  const { sentence, wait } = useArrivalIfConfirmed();
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
      <Notice tone={arrivalTones[wait]} title={sentence} />
      {arrivalRules(pack).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </Dialog>
  );
}
