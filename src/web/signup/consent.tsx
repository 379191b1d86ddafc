import { useState } from 'react';
import { useCountry } from '../country.tsx';
import css from './consent.module.css';
import { signupTexts as texts } from './texts.ts';
import { laterDialog } from '../later.tsx';
import { DialogLink } from '../ui/text-link.tsx';

const LegalDialog = laterDialog(() => import('../shell/legal-dialog.tsx'), 'LegalDialog');

/** Consent given by continuing, and the use of the data (Ley 25.326 art. 6: docs/product/rights.md#own-data). */
export function Consent() {
  const { personalDataLaw, personalDataLegend } = useCountry();
  const [open, setOpen] = useState(false);
  return (
    <div className={css.consent}>
      <p>{texts.whatsapp}</p>
      <p>{texts.personalData(personalDataLaw)}</p>
      {personalDataLegend.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <DialogLink className={css.link} onClick={() => setOpen(true)}>
        {texts.privacy}
      </DialogLink>
      {open && <LegalDialog text="policy" onClose={() => setOpen(false)} />}
    </div>
  );
}
