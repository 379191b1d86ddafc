import { type ReactNode, useSyncExternalStore } from 'react';
import { SkeletonGroup, type SkeletonShape } from '../../ui/skeleton.tsx';
import { notFoundNotice } from '../routes/not-found.ts';
import { formTexts, shellTexts } from '../text/shared.ts';
import { Card } from '../ui/card.tsx';
import { Notice } from '../../ui/tag.tsx';
import { classes } from '../../ui/classes.ts';
import type { Route } from '../router/route.ts';
import css from './screen.module.css';
import { dated } from '../../ui/dated.tsx';

interface ScreenProps {
  /** The page's heading. */
  title: ReactNode;
  /** Below the heading, in the purple zone: a sentence, the stepper. */
  intro?: ReactNode;
  /** Actions (`BottomBar`): at the window's lower edge on a phone, the foot of a card on wide screens. */
  bar?: ReactNode;
  /** Column with the actions at its foot on wide screens; the last one by default. */
  barIn?: 'lead' | 'aside';
  /** Figures next to the cards on wide screens, above them otherwise. */
  aside?: ReactNode;
  /** Cards before the figures of `aside`, on their left on wide screens. */
  lead?: ReactNode;
  /** Cards, one under the other; the first is lifted onto the purple zone. */
  children?: ReactNode;
}

/** The frame of a page: purple zone with the heading, a column of cards, the bar. */
export function Screen({ title, intro, bar, barIn, aside, lead, children }: ScreenProps) {
  return (
    <div
      className={classes(css.screen, aside !== undefined && css.wide)}
      data-wide={aside !== undefined || undefined}
    >
      <Hero title={title}>{intro}</Hero>
      {aside === undefined ? (
        <div className={css.column}>
          {children}
          {bar}
        </div>
      ) : (
        <div className={classes(css.column, lead !== undefined && css.led)}>
          {lead !== undefined && (
            <div className={css.main}>
              {lead}
              {barIn === 'lead' && bar}
            </div>
          )}
          <div className={css.aside}>
            {aside}
            {barIn === 'aside' && bar}
          </div>
          <div className={css.main}>
            {children}
            {barIn === undefined && bar}
          </div>
        </div>
      )}
    </div>
  );
}

/** Loading page: the same frame with grey placeholders. */
export function ScreenSkeleton({
  shapes = ['title', 'field', 'field', 'field', 'button'],
  aside,
  isLed,
}: {
  shapes?: SkeletonShape[];
  /** Placeholder of the figures. */
  aside?: SkeletonShape[];
  /** The figures are on the right. */
  isLed?: boolean;
}) {
  const cards = (
    <Card>
      <SkeletonGroup shapes={shapes} />
    </Card>
  );
  return (
    <Screen
      title={
        <>
          <span className="visually-hidden">{formTexts.loading}</span>
          <span className={css.ghostTitle} />
        </>
      }
      {...(aside && {
        aside: (
          <Card>
            <SkeletonGroup shapes={aside} />
          </Card>
        ),
      })}
      {...(isLed && { lead: cards })}
    >
      {!isLed && cards}
    </Screen>
  );
}

/** Page with its guard or code loading, in its final columns. */
export function PageSkeleton({ columns }: Pick<Route, 'columns'>) {
  if (!columns) return <ScreenSkeleton />;
  return (
    <ScreenSkeleton
      isLed={columns === 'lead'}
      aside={['money', 'line', 'line', 'line']}
      shapes={['field', 'line', 'line', 'line', 'block']}
    />
  );
}

/** The purple zone under the header; the first card of the page is lifted onto it. */
function Hero({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className={css.hero}>
      <div className={css.heroColumn}>
        <h1 className={css.title}>{dated(title)}</h1>
        {children && <div className={css.text}>{children}</div>}
        <NotFoundNotice />
      </div>
    </div>
  );
}

/** The address asked for does not exist, and led here (docs/product/shell.md#guards). */
function NotFoundNotice() {
  const state = useSyncExternalStore(notFoundNotice.subscribe, notFoundNotice.get, () => null);
  if (state === null) return null;
  return (
    <div role="status" className={css.text}>
      <Notice title={shellTexts.pageNotFound} />
    </div>
  );
}
