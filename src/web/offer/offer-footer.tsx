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
}

/** Footer of the offer (docs/product/offer.md#parts). */
export function OfferFooter({ values, onSeeOffer, onOpen }: OfferFooterProps) {
  const isChat = contactChannel(useSettings(), 'whatsapp-support') === 'chat';
  return (
    <section className={css.footer} aria-label={texts.label}>
      <Button kind="ghost" wide onClick={onSeeOffer}>
        {texts.seeOffer}
      </Button>
      <ContactButton
        setting="whatsapp-support"
        values={values}
        label={isChat ? texts.supportChat : texts.support}
      />
      <Button kind="text" wide onClick={() => onOpen('feedback')}>
        {texts.notInteresting}
      </Button>
      <Button kind="text" wide onClick={() => onOpen('suggestions')}>
        {texts.suggestions}
      </Button>
      <p className={css.version}>v.1.{revision}</p>
    </section>
  );
}
