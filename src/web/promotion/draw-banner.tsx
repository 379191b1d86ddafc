import { useCountry } from '../country.tsx';
import { CloseButton } from '../../ui/close-button.tsx';
import { useRoundMoney } from '../ui/use-money.ts';
import css from './draw-banner.module.css';
import { drawTexts as texts } from './texts.ts';

/** One line that announces the draw, with its conditions and a way to be rid of it. */
export function DrawBanner({ onSee, onDismiss }: { onSee: () => void; onDismiss: () => void }) {
  const money = useRoundMoney();
  const { drawPrize } = useCountry().amounts;
  return (
    <aside className={css.banner} aria-label={texts.region}>
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" className={css.gift}>
        <path
          d="M4 11h16v9H4zM3 7h18v4H3zM12 7v13M12 7C9 7 7.5 6 7.5 4.6S10 2.8 12 7c2-4.2 4.5-3.8 4.5-2.4S15 7 12 7Z"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.8"
          strokeLinejoin="round"
        />
      </svg>
      <p className={css.words}>{texts.banner(money(drawPrize))}</p>
      <button type="button" className={css.see} onClick={onSee}>
        {texts.see}
      </button>
      <CloseButton label={texts.dismiss} onClick={onDismiss} />
    </aside>
  );
}
