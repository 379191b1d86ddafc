import { useEffect } from 'react';
import { FAILED_LOOKUP_REDIRECT_MS } from '../../countries/constants.ts';
import { paths } from '../paths.ts';
import { Screen } from '../shell/screen.tsx';
import { useGo } from '../shell/use-go.ts';
import { Card } from '../ui/card.tsx';
import { certificateTexts as texts } from './debt-free-texts.ts';

/** /libre-deuda/{hash}: no certificate has been issued yet, so none is found, which leads back after 2 s (B §8). */
export function DebtFreeScreen() {
  const go = useGo();
  useEffect(() => {
    const timer = setTimeout(() => go.replace(paths.accountStatus()), FAILED_LOOKUP_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [go]);
  return (
    <Screen title={texts.title}>
      <Card>
        <p role="alert">{texts.failed}</p>
      </Card>
    </Screen>
  );
}
