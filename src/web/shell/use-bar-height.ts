import { type RefObject, useLayoutEffect } from 'react';

const property = '--bottom-bar-height';

/** Tells the styles how high the bar at the lower edge is, for what floats above it and what scrolls under it. */
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
