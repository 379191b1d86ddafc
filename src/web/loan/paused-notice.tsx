import { Notice } from '../../ui/tag.tsx';
import { pausedTexts } from './texts.ts';

/** A hold keeps debits and reminders of a loan back; why is not said. */
export function PausedNotice() {
  return (
    <Notice tone="off" title={pausedTexts.title}>
      {pausedTexts.text}
    </Notice>
  );
}
