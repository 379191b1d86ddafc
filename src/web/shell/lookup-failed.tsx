import { useEffect } from 'react';
import { FAILED_LOOKUP_REDIRECT_MS } from '../timings.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Screen } from './screen.tsx';
import { useGo } from './use-go.ts';

interface LookupFailedProps {
  title: string;
  text: string;
  /** Target of the redirect, and of the button. */
  to: string;
  /** The button's words. */
  action: string;
}

/**
 * Shown when the object in a page's address fails to load; redirects after 2 s (docs/product/shell.md#failed-look-ups).
 */
export function LookupFailed({ title, text, to, action }: LookupFailedProps) {
  const go = useGo();
  useEffect(() => {
    const timer = setTimeout(() => go.replace(to), FAILED_LOOKUP_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [go, to]);
  return (
    <Screen title={title}>
      <Card>
        <p role="alert">{text}</p>
        <Button wide onClick={() => go.replace(to)}>
          {action}
        </Button>
      </Card>
    </Screen>
  );
}
