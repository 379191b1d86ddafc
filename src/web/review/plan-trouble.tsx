import { paths } from '../../contract/paths.ts';
import { useGo } from '../shell/use-go.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Notice } from '../../ui/tag.tsx';
import { reviewTexts as texts } from './texts.ts';
import type { ReviewPlan } from './use-review-plan.ts';

/** Why nothing can be confirmed now, and what to do. */
export function PlanTrouble({ review }: { review: ReviewPlan }) {
  const go = useGo();
  if (!review.isGone && !review.failed) return null;
  return (
    <Card>
      <Notice tone="bad" urgent title={review.isGone ? texts.planGone : texts.plansFailed} />
      {review.isGone ? (
        <Button wide onClick={() => go.to(paths.offer())}>
          {texts.chooseAgain}
        </Button>
      ) : (
        <Button wide kind="ghost" onClick={review.retry}>
          {texts.retry}
        </Button>
      )}
    </Card>
  );
}
