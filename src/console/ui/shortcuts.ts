import type { KeyboardEvent } from 'react';

/** Keyboard shortcuts by key: only inside the element that handles them, never in a dialog or a field. */
export const presser =
  (keys: Readonly<Record<string, () => void>>) =>
  (event: KeyboardEvent): void => {
    const isTyping =
      event.target instanceof HTMLElement && event.target.closest('dialog, input, select, textarea');
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = keys[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  };
