import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { localDate } from '../../countries/local-time.ts';
import { promissoryNote } from '../../countries/papers/promissory-note.ts';
import { parseIsoDate } from '../../domain/calendar-date.ts';
import { useCountry } from '../country.tsx';
import type { Profile } from '../profile.ts';
import { queryClient } from '../query-client.ts';
import { arrivedSettings, lenderOf, useSettings } from '../settings.ts';
import { shellTexts } from '../text/shared.ts';
import { Button } from '../../ui/button.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
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
  const settings = useSettings();
  // The date that the server will put on the note, not this device's own.
  const shown = parseIsoDate(settings.today ?? '');
  const [device] = useState(() => localDate(new Date(), pack.code));
  const today = shown ?? device;
  const lender = lenderOf(settings);
  const facts = lender && noteFactsOf(pack, { profile, plan, basic, lender, today });
  const note = facts && promissoryNote(pack.code, facts);
  return (
    <Dialog
      open
      onClose={onClose}
      title={note?.title ?? texts.readNote(pack.noteInText)}
      actions={
        <>
          {note && (
            <Button wide onClick={onAccept}>
              {texts.note(pack.noteInText)}
            </Button>
          )}
          <Button wide kind="ghost" onClick={onClose}>
            {texts.close}
          </Button>
        </>
      }
    >
      {note ? note.paragraphs.map((paragraph) => <p key={paragraph}>{paragraph}</p>) : <LenderPending />}
    </Dialog>
  );
}

/** Asks again for the settings: a note without its lender is not shown. */
function LenderPending() {
  const query = useQuery(
    { queryKey: ['arrived-settings'], queryFn: arrivedSettings, staleTime: 0, meta: { quiet: true } },
    queryClient,
  );
  if (!query.isError) return <SkeletonGroup shapes={['line', 'line', 'line']} />;
  return (
    <>
      <p>{shellTexts.legalFailed}</p>
      <Button kind="ghost" onClick={() => void query.refetch()}>
        {shellTexts.retry}
      </Button>
    </>
  );
}
