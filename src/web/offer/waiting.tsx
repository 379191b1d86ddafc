import { Card } from '../ui/card.tsx';
import { Hero } from '../ui/hero.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { PlanPlaceholders } from './plan-placeholders.tsx';
import { useAnimation } from './use-animation.ts';
import css from './waiting.module.css';
import { offerTexts as texts } from './texts.ts';

/** The offer on its way (A §2.6 'Loading state'): the frame of what comes, and that we are looking for it. */
export function Waiting() {
  const runner = useAnimation<HTMLSpanElement>('/waiting.json');
  return (
    <div className={css.screen}>
      <Hero title={<span className={css.sentence}>{texts.searching}</span>}>
        <span className={css.search} aria-hidden="true">
          <span ref={runner} className={css.runner} />
        </span>
        <p>{texts.searchingNote}</p>
      </Hero>
      <div className={css.column}>
        <Card aria-busy="true">
          <Skeleton shape="money" />
          <Skeleton width="half" />
          <Skeleton shape="field" />
        </Card>
        <Card aria-busy="true">
          <Skeleton shape="field" />
          <PlanPlaceholders />
          <Skeleton shape="button" />
        </Card>
      </div>
    </div>
  );
}
