import { Screen } from '../shell/screen.tsx';
import { Card } from '../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PlanPlaceholders } from './plans/plan-placeholders.tsx';
import { useAnimation } from './use-animation.ts';
import css from './waiting.module.css';
import { offerTexts as texts } from './texts.ts';

/** The offer on its way: the frame of what comes, and that we are looking for it. */
export function Waiting() {
  const runner = useAnimation<HTMLSpanElement>('/waiting.json');
  return (
    <Screen
      title={<span className={css.sentence}>{texts.searching}</span>}
      intro={
        <>
          <span className={css.search} aria-hidden="true">
            <span ref={runner} className={css.runner} />
          </span>
          <p>{texts.searchingNote}</p>
        </>
      }
      lead={
        <>
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
        </>
      }
      aside={
        <Card aria-busy="true">
          <Skeleton width="half" />
          <Skeleton width="wide" />
          <Skeleton width="wide" />
          <Skeleton width="half" />
        </Card>
      }
    >
      {null}
    </Screen>
  );
}
