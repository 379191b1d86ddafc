import { useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../forms/later-fields.tsx';
import { useCodeCheck } from '../forms/use-code-check.ts';
import { snackbar } from '../shell/snackbar/snackbar-store.ts';
import { SMS_COUNTDOWN_S } from '../timings.ts';
import { Countdown } from '../ui/countdown.tsx';
import type { SentCode, Ways } from './ways.ts';
import css from './proof.module.css';
import { proofTexts as texts } from './texts.ts';

const digits = 6;

interface CodeViewProps {
  ways: Ways;
  sent: SentCode;
  /** @throws ApiFailure for a wrong code */
  onCode: (code: string) => Promise<void>;
  /** @returns false when none was sent */
  onResend: () => Promise<boolean>;
  onBack: () => void;
}

/** The code that was sent; six digits check by themselves. */
export function CodeView({ ways, sent, onCode, onResend, onBack }: CodeViewProps) {
  const id = useId();
  const { code, setCode, error, unanswered, busy, check } = useCodeCheck({ id, ask: onCode });
  const [waits, setWaits] = useState(true);
  const [resends, setResends] = useState(false);

  async function resend() {
    setResends(true);
    if (await onResend()) snackbar.show({ kind: 'success', message: texts.resent });
    else setResends(false);
  }

  return (
    <>
      <p className={css.intro}>
        {sent.channel === 'sms' ? texts.sentBySms(ways.sms) : texts.sentByEmail(ways.email)}
      </p>
      <CodeField
        id={id}
        name="code"
        label={texts.code}
        length={digits}
        value={code}
        error={error}
        disabled={busy}
        onValue={setCode}
        onLeave={() => undefined}
        onComplete={check}
      />
      {unanswered && (
        <Button wide onClick={() => check(code)}>
          {texts.tryAgain}
        </Button>
      )}
      <p role="status" className="visually-hidden">
        {busy ? texts.checking : (error ?? '')}
      </p>
      {waits ? (
        <div className={css.intro}>
          <Countdown seconds={SMS_COUNTDOWN_S} onEnd={() => setWaits(false)} text={texts.resendIn} />
        </div>
      ) : (
        <Button wide kind="ghost" busy={resends} onClick={() => void resend()}>
          {texts.resend}
        </Button>
      )}
      <Button wide small kind="text" disabled={busy} onClick={onBack}>
        {texts.back}
      </Button>
    </>
  );
}
