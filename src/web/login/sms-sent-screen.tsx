import { paths } from '../../contract/paths.ts';
import { useGo } from '../shell/use-go.ts';
import { Button } from '../../ui/button.tsx';
import { SentScreen } from './sent-screen.tsx';
import { linkTexts, loginTexts } from './texts.ts';

/** /sms-enviado: the same for visitors from another site or a message. */
export function SmsSentScreen() {
  const go = useGo();
  return (
    <SentScreen message={linkTexts.sent}>
      <Button wide onClick={() => go.to(paths.root())}>
        {loginTexts.back}
      </Button>
      <Button wide kind="ghost" onClick={() => go.to(paths.login())}>
        {linkTexts.again}
      </Button>
    </SentScreen>
  );
}
