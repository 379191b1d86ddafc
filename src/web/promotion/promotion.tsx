import { useState, useSyncExternalStore } from 'react';
import { useCountry } from '../country.tsx';
import { useSettings } from '../settings.ts';
import { dismissDraw, drawOpen, drawStateOn, isDrawDismissed } from './draw-store.ts';
import { later, laterDialog } from '../later.tsx';

const DrawBanner = later(() => import('./draw-banner.tsx'), 'DrawBanner', { lost: () => undefined });
const DrawDialog = laterDialog(() => import('./draw-dialog.tsx'), 'DrawDialog');

/**
 * The banner of the draw while it runs (docs/product/shell.md#promotion). Its code is fetched only then, and
 * it floats: nothing moves.
 */
export function PromotionBanner() {
  const running = drawStateOn(useSettings().today, useCountry().code) === 'running';
  const [dismissed, setDismissed] = useState(false);
  if (!running || dismissed || isDrawDismissed()) return null;
  return (
    <DrawBanner
      onSee={() => drawOpen.set(true)}
      onDismiss={() => {
        dismissDraw();
        setDismissed(true);
      }}
    />
  );
}

/** The draw's conditions in a dialog, or that it has ended. */
export function PromotionDialog() {
  const open = useSyncExternalStore(drawOpen.subscribe, drawOpen.get, () => false);
  const state = drawStateOn(useSettings().today, useCountry().code);
  if (!open) return null;
  return <DrawDialog state={state} onClose={() => drawOpen.set(false)} />;
}
