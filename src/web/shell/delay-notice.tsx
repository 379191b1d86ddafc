import { isOn } from '../../countries/switch-value.ts';
import { useSettings } from '../settings.ts';
import { shellTexts } from '../text/shared.ts';
import { Notice } from '../../ui/tag.tsx';

/**
 * The delay notice while the setting `delay-notice` asks for it: 'on' everywhere, 'balance' on the balance
 * only (docs/product/borrowers-area.md#delay-notice).
 */
export function DelayNotice({ isBalance = false }: { isBalance?: boolean }) {
  const setting = useSettings()['delay-notice'];
  const isShown = isOn(setting) || (isBalance && setting?.trim().toLowerCase() === 'balance');
  return isShown ? <Notice tone="late">{shellTexts.delay}</Notice> : null;
}
