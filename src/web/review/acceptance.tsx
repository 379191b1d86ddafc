import { useState } from 'react';
import { useCountry } from '../country.tsx';
import { CheckboxField } from '../forms/later-fields.tsx';
import type { useForm } from '../forms/use-form.ts';
import type { Profile } from '../profile.ts';
import { LegalDialog } from '../shell/legal-content.tsx';
import { Card } from '../ui/card.tsx';
import { DialogLink } from '../ui/text-link.tsx';
import css from './review.module.css';
import { acceptanceTexts as texts } from './texts.ts';
import type { Figures } from './use-review-plan.ts';
import { laterDialog } from '../later.tsx';

const NoteDialog = laterDialog(() => import('./note-dialog.tsx'), 'NoteDialog');

interface AcceptanceProps {
  form: ReturnType<typeof useForm<{ terms: string; note: string }>>;
  profile: Profile;
  plan: Figures;
  /** The plan without membership of a loan with it. */
  basic: Figures | undefined;
}

/** Terms and promissory note: each to be read in its dialog and accepted with its checkbox. */
export function Acceptance({ form, profile, plan, basic }: AcceptanceProps) {
  const { noteInText } = useCountry();
  const [opened, setOpened] = useState<'terms' | 'policy' | 'note' | null>(null);
  const close = () => setOpened(null);
  return (
    <Card>
      <h2>{texts.title}</h2>
      <form {...form.props} className={css.checks}>
        <CheckboxField {...form.field('terms')} label={texts.terms} />
        <CheckboxField {...form.field('note')} label={texts.note(noteInText)} />
      </form>
      <div className={css.links}>
        <DialogLink onClick={() => setOpened('terms')}>{texts.readTerms}</DialogLink>
        <DialogLink onClick={() => setOpened('policy')}>{texts.readPolicy}</DialogLink>
        <DialogLink onClick={() => setOpened('note')}>{texts.readNote(noteInText)}</DialogLink>
      </div>
      {(opened === 'terms' || opened === 'policy') && <LegalDialog text={opened} onClose={close} />}
      {opened === 'note' && (
        <NoteDialog
          profile={profile}
          plan={plan}
          basic={basic}
          onClose={close}
          onAccept={() => {
            form.set({ note: 'true' });
            close();
          }}
        />
      )}
    </Card>
  );
}
