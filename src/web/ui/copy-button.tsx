import { useEffect, useState } from 'react';
import { Button } from './button.tsx';

const saidMs = 2000;
const texts = { idle: 'Copiar', copied: 'Copiado', failed: 'No se pudo copiar' } as const;

/** Copies a text and says for a moment whether it did. `what` names it to those who cannot see the line: 'CBU'. */
export function CopyButton({ text, what }: { text: string; what: string }) {
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
    <Button kind="text" onClick={() => void copy()}>
      <span aria-live="polite">{texts[said]}</span>
      <span className="visually-hidden"> {what}</span>
    </Button>
  );
}
