import { isOn, useSettings } from '../settings.ts';
import { shellTexts } from '../text/shared.ts';
import { Notice } from '../ui/tag.tsx';

/** The delay notice (A §2.8), while the setting `delay-notice` is on. */
export function DelayNotice() {
  return isOn(useSettings()['delay-notice']) ? <Notice tone="late">{shellTexts.delay}</Notice> : null;
}
