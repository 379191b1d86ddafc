import type { ReactNode } from 'react';
import { ContactButton } from '../shell/help/contact-button.tsx';
import { contactChannel } from '../shell/help/contact.ts';
import { useSettings } from '../settings.ts';
import { Button } from '../../ui/button.tsx';
import type { TemplateValues } from '../whatsapp.ts';
import css from './offer-footer.module.css';
import { footerTexts as texts } from './texts.ts';

/** Revision of this build; the build sets it. */
const revision: string = import.meta.env.VITE_REVISION ?? '0';

interface OfferFooterProps {
  values: TemplateValues;
  onSeeOffer: () => void;
  onOpen: (dialog: 'feedback' | 'suggestions') => void;
  /** Other ways to go on. */
  children: ReactNode;
}

/** Footer of the offer (docs/product/offer.md#parts). */
export function OfferFooter({ values, onSeeOffer, onOpen, children }: OfferFooterProps) {
  const isChat = contactChannel(useSettings(), 'whatsapp-support') === 'chat';
  return (
    <section className={css.footer} aria-label={texts.label}>
      {children}
      <Button kind="ghost" small wide onClick={onSeeOffer}>
        {texts.seeOffer}
      </Button>
      <ContactButton
        small
        setting="whatsapp-support"
        values={values}
        label={isChat ? texts.supportChat : texts.support}
      />
      <Button kind="text" small wide onClick={() => onOpen('suggestions')}>
        {texts.suggestions}
      </Button>
      <Button kind="text" small wide className={css.wholeLine} onClick={() => onOpen('feedback')}>
        {texts.notInteresting}
      </Button>
      <p className={css.version}>v.1.{revision}</p>
    </section>
  );
}
