import { paths } from '../paths.ts';
import { readCellphone } from '../proposal.ts';
import { useGo } from '../shell/use-go.ts';
import { Button } from '../ui/button.tsx';
import { SentScreen } from './sent-screen.tsx';
import { linkTexts, loginTexts } from './texts.ts';

const shownDigits = 4;

/** /login-link: of the stored cellphone only the last four digits, and a way back to the root (A §2.3). */
export function LoginLinkScreen() {
  const go = useGo();
  const digits = readCellphone()?.slice(-shownDigits);
  return (
    <SentScreen message={digits ? linkTexts.toLastDigits(digits) : linkTexts.sent}>
      <Button wide onClick={() => go.to(paths.root())}>
        {loginTexts.back}
      </Button>
    </SentScreen>
  );
}
