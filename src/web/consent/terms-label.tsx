import { useState } from 'react';
import { createPortal } from 'react-dom';
import { laterDialog } from '../later.tsx';
import { DialogLink } from '../ui/text-link.tsx';

const texts = {
  before: 'Acepto los ',
  terms: 'términos y condiciones',
  between: ' y la ',
  policy: 'política de privacidad',
} as const;

const LegalDialog = laterDialog(() => import('../shell/legal-content.tsx'), 'LegalDialog');

type LegalText = 'terms' | 'policy';

/** Checkbox label with the accepted texts; both open over it. */
export function TermsLabel() {
  const [shown, setShown] = useState<LegalText | null>(null);
  const link = (text: LegalText, label: string) => (
    <DialogLink
      inline
      // Inside a label: opening the text must not tick the box.
      onClick={(event) => {
        event.preventDefault();
        setShown(text);
      }}
    >
      {label}
    </DialogLink>
  );
  return (
    <>
      {texts.before}
      {link('terms', texts.terms)}
      {texts.between}
      {link('policy', texts.policy)}
      {shown &&
        // Out of the label: a press in the dialog must not tick the box either.
        createPortal(<LegalDialog text={shown} onClose={() => setShown(null)} />, document.body)}
    </>
  );
}
