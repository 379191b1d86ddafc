import { Skeleton } from '../../../ui/skeleton.tsx';
import css from './plan-placeholders.module.css';
import { planTexts as texts } from '../texts.ts';

/** Placeholders of loading plans, as many and as high. */
export function PlanPlaceholders() {
  return (
    <div role="status" className={css.list}>
      <span className="visually-hidden">{texts.loading}</span>
      {[1, 2, 3].map((index) => (
        <div key={index} className={css.placeholder} aria-hidden="true">
          <Skeleton width="half" />
          <Skeleton shape="title" width="half" />
          <Skeleton width="wide" />
        </div>
      ))}
    </div>
  );
}
