import { PromotionBanner } from '../../promotion/promotion.tsx';
import css from './floating.module.css';
import { HelpTeaser } from './help-teaser.tsx';
import { OnboardingContact } from './onboarding-contact.tsx';
import { isFirstPlace, usePlace } from '../place.ts';

/** Floats above the bottom bar unasked; nothing on the page moves for it. */
export function Floating() {
  const place = usePlace();
  return (
    <div className={css.floating} data-floating="">
      <HelpTeaser />
      <OnboardingContact />
      {isFirstPlace(place) && <PromotionBanner />}
    </div>
  );
}
