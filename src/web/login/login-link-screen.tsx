import { useEffect, useState } from 'react';
import { paths } from '../../contract/paths.ts';
import { readCellphone } from '../proposal.ts';
import { useCountry } from '../country.tsx';
import { FailureOf } from '../shell/failure-line.tsx';
import { snackbar } from '../shell/snackbar/snackbar-store.ts';
import { useGo } from '../shell/use-go.ts';
import { Button } from '../../ui/button.tsx';
import { Countdown } from '../ui/countdown.tsx';
import { LinkSentDialog } from './link-sent-dialog.tsx';
import { changesNumber, linkJustSent, secondsToWait, sendLink } from './sent-link.ts';
import { SentScreen } from './sent-screen.tsx';
import { linkTexts, loginTexts } from './texts.ts';

const shownDigits = 4;

/**
 * /login-link: of the stored cellphone only the last four digits, ways to get another link, and one back to the root
 * (docs/product/signup-and-login.md#phone). Right after the link was asked for, a dialog says the same first.
 */
export function LoginLinkScreen() {
  const go = useGo();
  const [justSent, setJustSent] = useState(linkJustSent.get);
  // It is not said again on a later visit.
  useEffect(() => linkJustSent.set(false), []);
  const [phone] = useState(readCellphone);
  const digits = phone?.slice(-shownDigits);
  const message = digits ? linkTexts.toLastDigits(digits) : linkTexts.sent;
  return (
    <>
      <SentScreen message={message}>
        {phone && <Resend phone={phone} />}
        <Button
          wide
          kind="ghost"
          onClick={() => {
            changesNumber.set(true);
            go.to(paths.login());
          }}
        >
          {linkTexts.changeNumber}
        </Button>
        <Button wide kind="text" onClick={() => go.to(paths.root())}>
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

/** Another link to the same number, once the last one has had time to arrive. */
function Resend({ phone }: { phone: string }) {
  const pack = useCountry();
  /** Links sent from here: each restarts the countdown. */
  const [sends, setSends] = useState(0);
  const [seconds, setSeconds] = useState(secondsToWait);
  const [waits, setWaits] = useState(seconds > 0);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  async function resend(): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      await sendLink(pack, phone);
      snackbar.show({ kind: 'success', message: linkTexts.resent });
      setSends((count) => count + 1);
      setSeconds(secondsToWait());
      setWaits(true);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Button wide busy={busy} disabled={waits} onClick={() => void resend()}>
        {linkTexts.resend}
      </Button>
      <FailureOf error={failure} />
      {waits && (
        <Countdown key={sends} seconds={seconds} onEnd={() => setWaits(false)} text={linkTexts.resendIn} />
      )}
    </>
  );
}
