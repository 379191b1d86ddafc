import { useEffect, useState } from 'react';
import { STICKY_OFFER_SCROLL_PX } from '../timings.ts';
import { Button } from '../../ui/button.tsx';
import { useRoundMoney } from '../ui/use-money.ts';
import css from './available-bar.module.css';
import { offerTexts as texts } from './texts.ts';

/** True if the page is scrolled further than 400 px. */
function useScrolledPast(): boolean {
  const [past, setPast] = useState(false);
  useEffect(() => {
    const look = () => setPast(window.scrollY > STICKY_OFFER_SCROLL_PX);
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  return past;
}

/**
 * 'PRÉSTAMO DISPONIBLE Hasta $ X', once the offer has been scrolled away (docs/product/offer.md#parts). `max`
 * in currency units.
 */
export function AvailableBar({ max, onSee }: { max: number; onSee: () => void }) {
  const money = useRoundMoney();
  if (!useScrolledPast()) return null;
  return (
    <section className={css.bar} data-top-bar aria-label={texts.availableTitle}>
      <div className={css.column}>
        <p className={css.words}>
          <span className={css.title}>{texts.availableTitle}</span>{' '}
          <strong>{texts.availableUpTo(money(max))}</strong>
        </p>
        <Button small kind="ghost" className={css.see} onClick={onSee}>
          {texts.seeOfferBar}
        </Button>
      </div>
    </section>
  );
}
