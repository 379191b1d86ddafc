import { useEffect } from 'react';
import { FAILED_LOOKUP_REDIRECT_MS } from '../timings.ts';
import { Card } from '../ui/card.tsx';
import { Screen } from './screen.tsx';
import { useGo } from './use-go.ts';

interface LookupFailedProps {
  title: string;
  text: string;
  /** Target of the redirect. */
  to: string;
}

/**
 * Shown when the object in a page's address fails to load; redirects after 2 s (docs/product/shell.md#failed-look-ups).
 */
export function LookupFailed({ title, text, to }: LookupFailedProps) {
  const go = useGo();
  useEffect(() => {
    const timer = setTimeout(() => go.replace(to), FAILED_LOOKUP_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [go, to]);
  return (
    <Screen title={title}>
      <Card>
        <p role="alert">{text}</p>
      </Card>
    </Screen>
  );
}
