import { useEffect, useState } from 'react';
import { Button } from './button.tsx';

const saidMs = 2000;
const texts = { idle: 'Copiar', copied: 'Copiado', failed: 'No se pudo copiar' } as const;

interface CopyButtonProps {
  text: string;
  /** Names it: 'CBU'. */
  what: string;
  /** Visible label; otherwise only screen readers get it, since the line already shows it. */
  isNamed?: boolean;
}

/** Copies a text that has to be typed in elsewhere and says for a moment whether it did. */
export function CopyButton({ text, what, isNamed = false }: CopyButtonProps) {
  const [said, setSaid] = useState<keyof typeof texts>('idle');
  useEffect(() => {
    if (said === 'idle') return;
    const timer = setTimeout(() => setSaid('idle'), saidMs);
    return () => clearTimeout(timer);
  }, [said]);

  async function copy(): Promise<void> {
    try {
      // Absent where the page is served without TLS.
      await navigator.clipboard.writeText(text);
      setSaid('copied');
    } catch {
      setSaid('failed');
    }
  }

  return (
    <Button kind="text" small className="no-print" onClick={() => void copy()}>
      {/* One child: the button's gap is wider than the space between two words. */}
      <span>
        <span aria-live="polite">{texts[said]}</span>
        <span className={isNamed ? undefined : 'visually-hidden'}> {what}</span>
      </span>
    </Button>
  );
}
