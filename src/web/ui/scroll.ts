import { useEffect } from 'react';

/**
 * For what takes the place of a longer page at the same address: it is read from its top, by eye and by screen
 * reader. Without it a small phone would be left looking at the footer.
 */
export function useFromTop(): void {
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: 'instant' });
    document.querySelector<HTMLElement>('#contenido')?.focus({ preventScroll: true });
  }, []);
}

/** Scroll behaviour: instant for people who prefer reduced motion. */
export const scrollBehavior = (): ScrollBehavior =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
