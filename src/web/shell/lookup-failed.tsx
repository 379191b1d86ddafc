import { useEffect } from 'react';
import { FAILED_LOOKUP_REDIRECT_MS } from '../timings.ts';
import { Card } from '../ui/card.tsx';
import { Screen } from './screen.tsx';
import { useGo } from './use-go.ts';

interface LookupFailedProps {
  title: string;
  text: string;
  /** Where it leads. */
  to: string;
}

/**
 * In place of what a page's address names and cannot be had: says so and leads elsewhere after 2 s
 * (docs/product/shell.md#failed-look-ups).
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
