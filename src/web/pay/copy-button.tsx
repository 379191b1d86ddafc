import { snackbar } from '../shell/snackbar-store.ts';
import { Button } from '../ui/button.tsx';
import { couponTexts as texts } from './texts.ts';

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    snackbar.show({ message: texts.copied, kind: 'success' });
  } catch {
    // No permission, or a page without TLS.
    snackbar.show({ message: texts.notCopied, kind: 'warning' });
  }
}

/** Puts something that has to be typed in elsewhere on the clipboard. */
export function CopyButton({ text, label, what }: { text: string; label: string; what?: string }) {
  return (
    <Button kind="text" small className="no-print" onClick={() => void copy(text)}>
      {label}
      {what && <span className="visually-hidden"> {what}</span>}
    </Button>
  );
}
