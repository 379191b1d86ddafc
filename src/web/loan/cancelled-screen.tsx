import { paths } from '../../contract/paths.ts';
import { Screen } from '../shell/screen.tsx';
import { useGo } from '../shell/use-go.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { cancelledTexts, loanTexts } from './texts.ts';

/** /cancelacion-exitosa (docs/product/confirmation.md#modify-and-cancel). */
export function CancelledScreen() {
  const go = useGo();
  return (
    <Screen title={cancelledTexts.title}>
      <Card>
        <p>{cancelledTexts.text}</p>
        <p>{cancelledTexts.next}</p>
        <Button wide onClick={() => go.to(paths.welcome())}>
          {loanTexts.back}
        </Button>
      </Card>
    </Screen>
  );
}
