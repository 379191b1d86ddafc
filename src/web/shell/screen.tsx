import type { ReactNode } from 'react';
import { SkeletonGroup, type SkeletonShape } from '../ui/skeleton.tsx';
import { formTexts } from '../text/shared.ts';
import { Card } from '../ui/card.tsx';
import { Hero } from '../ui/hero.tsx';
import css from './screen.module.css';

interface ScreenProps {
  /** The page's heading. */
  title: ReactNode;
  /** Under the heading, in the purple zone: a sentence, the stepper. */
  intro?: ReactNode;
  /** The fixed bar (`BottomBar`). */
  bar?: ReactNode;
  /** Cards, one under the other; the first is lifted onto the purple zone. */
  children: ReactNode;
}

/** The frame of a page: purple zone with the heading, a column of cards, the bar. */
export function Screen({ title, intro, bar, children }: ScreenProps) {
  return (
    <div className={css.screen}>
      <Hero title={title}>{intro}</Hero>
      <div className={css.column}>{children}</div>
      {bar}
    </div>
  );
}

/** A page that is on its way: the same frame with grey pictures of what comes. */
export function ScreenSkeleton({
  shapes = ['title', 'field', 'field', 'field', 'button'],
}: {
  shapes?: SkeletonShape[];
}) {
  return (
    <Screen
      title={
        <>
          <span className="visually-hidden">{formTexts.loading}</span>
          <span className={css.ghostTitle} />
        </>
      }
    >
      <Card>
        <SkeletonGroup shapes={shapes} />
      </Card>
    </Screen>
  );
}
