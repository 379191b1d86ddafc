import { Screen } from '../shell/screen.tsx';
import { Card } from '../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PlanPlaceholders } from './plans/plan-placeholders.tsx';
import css from './waiting.module.css';
import { offerTexts as texts } from './texts.ts';
import { type RefObject, useEffect, useRef } from 'react';

/** Animation from a file at the site's root (docs/product/offer.md#loading): a subset of the Web Animations API. */
interface AnimationFile {
  readonly keyframes: Keyframe[];
  readonly timing: KeyframeAnimationOptions;
}

async function play(file: string, element: Element, signal: AbortSignal): Promise<void> {
  const answer = await fetch(file, { signal });
  if (!answer.ok) return;
  const { keyframes, timing } = (await answer.json()) as AnimationFile;
  if (!signal.aborted) element.animate(keyframes, timing);
}

/** Moves an element as the file says. Nothing moves where less motion is asked for, nor without the file. */
function useAnimation<Moved extends Element>(file: string): RefObject<Moved | null> {
  const moved = useRef<Moved>(null);
  useEffect(() => {
    const element = moved.current;
    if (!element || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const leaving = new AbortController();
    // Decorative: the text next to it says the same.
    play(file, element, leaving.signal).catch(() => undefined);
    return () => leaving.abort();
  }, [file]);
  return moved;
}

/** Loading offer: the page's frame, and a note that we are looking for it. */
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
