import { useState } from 'react';
import { localDate } from '../../countries/local-time.ts';
import { promissoryNote } from '../../countries/papers/promissory-note.ts';
import { parseIsoDate } from '../../domain/calendar-date.ts';
import { useCountry } from '../country.tsx';
import type { Profile } from '../profile.ts';
import { useBrand, useSettings } from '../settings.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { noteFactsOf } from './note-facts.ts';
import { acceptanceTexts as texts } from './texts.ts';
import type { Figures } from './use-review-plan.ts';

/**
 * The promissory note of this loan in its full wording (docs/product/confirmation.md#promissory-note), with
 * its acceptance.
 */
export function NoteDialog({
  profile,
  plan,
  basic,
  onClose,
  onAccept,
}: {
  profile: Profile;
  plan: Figures;
  basic: Figures | undefined;
  onClose: () => void;
  onAccept: () => void;
}) {
  const pack = useCountry();
  const brand = useBrand();
  // The date that the server will put on the note, not this device's own.
  const shown = parseIsoDate(useSettings().today ?? '');
  const [device] = useState(() => localDate(new Date(), pack.code));
  const today = shown ?? device;
  const note = promissoryNote(pack.code, noteFactsOf(pack, { profile, plan, basic, brand, today }));
  return (
    <Dialog
      open
      onClose={onClose}
      title={note.title}
      actions={
        <>
          <Button wide onClick={onAccept}>
            {texts.acceptNote}
          </Button>
          <Button wide kind="ghost" onClick={onClose}>
            {texts.close}
          </Button>
        </>
      }
    >
      {note.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </Dialog>
  );
}
