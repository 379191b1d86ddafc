import { type RefObject, useEffect, useRef } from 'react';

/**
 * How something moves, as a file at the site's root tells it (docs/product/offer.md#loading): a part of the
 * Web Animations API.
 */
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
export function useAnimation<Moved extends Element>(file: string): RefObject<Moved | null> {
  const moved = useRef<Moved>(null);
  useEffect(() => {
    const element = moved.current;
    if (!element || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const leaving = new AbortController();
    // It is decoration: the words beside it say what is happening.
    play(file, element, leaving.signal).catch(() => undefined);
    return () => leaving.abort();
  }, [file]);
  return moved;
}
