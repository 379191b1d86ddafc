import { paths } from '../../contract/paths.ts';
import { useProfile } from '../profile.ts';
import { Screen } from '../shell/screen.tsx';
import { useGo } from '../shell/use-go.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { cancelledTexts, loanTexts } from './texts.ts';

/** /cancelacion-exitosa (docs/product/confirmation.md#modify-and-cancel). */
export function CancelledScreen() {
  const go = useGo();
  // The back button or an old tab can open this page after another loan was confirmed.
  const { active_loan: another } = useProfile().credit_rating;
  return (
    <Screen title={cancelledTexts.title}>
      <Card>
        {another ? (
          <p>{cancelledTexts.another}</p>
        ) : (
          <>
            <p>{cancelledTexts.text}</p>
            <p>{cancelledTexts.next}</p>
          </>
        )}
        <Button wide onClick={() => go.to(another ? paths.loan(another) : paths.welcome())}>
          {another ? cancelledTexts.seeAnother : loanTexts.back}
        </Button>
      </Card>
    </Screen>
  );
}
