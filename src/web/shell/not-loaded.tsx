import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { errorTexts } from '../text/shared.ts';
import { Screen } from './screen.tsx';

interface NotLoadedProps {
  title: string;
  /** What the server said, or that no answer came. */
  message: string;
  retry: () => void;
  /** Where to go instead, when another try cannot help. */
  elsewhere?: ReactNode;
}

/** In place of a page whose content could not be had: why, and another try or another place. */
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
