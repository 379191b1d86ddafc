import { useEffect, useState } from 'react';
import { paths } from '../paths.ts';
import { readCellphone } from '../proposal.ts';
import { useGo } from '../shell/use-go.ts';
import { Button } from '../ui/button.tsx';
import { LinkSentDialog } from './link-sent-dialog.tsx';
import { linkJustSent } from './sent-link.ts';
import { SentScreen } from './sent-screen.tsx';
import { linkTexts, loginTexts } from './texts.ts';

const shownDigits = 4;

/**
 * /login-link: of the stored cellphone only the last four digits, and a way back to the root (A §2.3). Right after
 * the link was asked for, a dialog says the same first.
 */
export function LoginLinkScreen() {
  const go = useGo();
  const [justSent, setJustSent] = useState(linkJustSent.get);
  // Who comes back later is not told again.
  useEffect(() => linkJustSent.set(false), []);
  const digits = readCellphone()?.slice(-shownDigits);
  const message = digits ? linkTexts.toLastDigits(digits) : linkTexts.sent;
  return (
    <>
      <SentScreen message={message}>
        <Button wide onClick={() => go.to(paths.root())}>
          {loginTexts.back}
        </Button>
      </SentScreen>
      {justSent && (
        <LinkSentDialog onClose={() => setJustSent(false)}>
          <p>{message}</p>
          <p>{linkTexts.next}</p>
        </LinkSentDialog>
      )}
    </>
  );
}
