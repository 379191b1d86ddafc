import { paths } from '../../contract/paths.ts';
import { useRouter } from '../router/context.ts';
import { errorTexts } from '../text/shared.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Screen } from './screen.tsx';

/** Page shown after a crash, with two ways on. */
export function ErrorPage({ reset }: { reset?: () => void }) {
  const router = useRouter();
  const again = () => {
    reset?.();
    void router.invalidate();
  };
  return (
    <Screen title={errorTexts.title}>
      <Card>
        <p>{navigator.onLine ? errorTexts.text : errorTexts.offline}</p>
        <Button wide onClick={again}>
          {errorTexts.again}
        </Button>
        <Button wide kind="ghost" onClick={() => location.assign(paths.root())}>
          {errorTexts.start}
        </Button>
      </Card>
    </Screen>
  );
}
