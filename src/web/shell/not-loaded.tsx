import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { errorTexts } from '../text/shared.ts';
import { Screen } from './screen.tsx';

interface NotLoadedProps {
  title: string;
  /** What the server said, or that no answer came. */
  message: string;
  retry: () => void;
}

/** In place of a page whose content could not be had: why, and another try. */
export function NotLoaded({ title, message, retry }: NotLoadedProps) {
  return (
    <Screen title={title}>
      <Card>
        <p role="alert">{message}</p>
        <Button wide onClick={retry}>
          {errorTexts.again}
        </Button>
      </Card>
    </Screen>
  );
}
