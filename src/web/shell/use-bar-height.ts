import { type RefObject, useLayoutEffect } from 'react';

const property = '--bottom-bar-height';

/** Publishes the bottom bar's height to the styles, for content that floats above it or scrolls under it. */
export function useBarHeight(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const bar = element.current;
    if (!bar) return;
    const { style } = document.documentElement;
    const tell = () => style.setProperty(property, `${bar.offsetHeight}px`);
    tell();
    const observer = new ResizeObserver(tell);
    observer.observe(bar);
    return () => {
      observer.disconnect();
      style.removeProperty(property);
    };
  }, [element]);
}
