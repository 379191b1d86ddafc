import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { errorTexts } from '../text/shared.ts';
import { Screen } from './screen.tsx';

interface NotLoadedProps {
  title: string;
  /** Server's message, or that none came. */
  message: string;
  retry: () => void;
  /** Alternative target if a retry cannot help. */
  elsewhere?: ReactNode;
}

/** Shown when a page's content fails to load: the reason, and a retry or another target. */
export function NotLoaded({ title, message, retry, elsewhere }: NotLoadedProps) {
  return (
    <Screen title={title}>
      <Card>
        <p role="alert">{message}</p>
        {elsewhere ?? (
          <Button wide onClick={retry}>
            {errorTexts.again}
          </Button>
        )}
      </Card>
    </Screen>
  );
}
