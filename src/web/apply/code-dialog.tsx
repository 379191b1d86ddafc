import { useCallback, useEffect, useState } from 'react';
import { SMS_COUNTDOWN_S, WRONG_CODE_HIGHLIGHT_MS } from '../timings.ts';
import { ApiFailure, messageOf } from '../../ui/api-failure.ts';
import { track } from '../analytics.ts';
import { call } from '../api.ts';
import { CodeField } from '../forms/special-fields.tsx';
import { errorTexts } from '../text/shared.ts';
import { Button } from '../../ui/button.tsx';
import { Countdown } from '../ui/countdown.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../../ui/tag.tsx';
import css from './phone.module.css';
import { phoneTexts as texts } from './texts.ts';

interface CodeDialogProps {
  /** The phone as it is read. */
  phone: string;
  onClose: () => void;
  onVerified: () => void;
  /** Sends another code; the dialog counts anew. */
  onResend: () => void;
}

/**
 * The full-screen dialog for the 4-digit code: it closes after 60 seconds, four digits verify by themselves,
 * a wrong code stays red for 6 seconds (docs/product/application.md#phone).
 */
export function CodeDialog({ phone, onClose, onVerified, onResend }: CodeDialogProps) {
  const { code, setCode, error, unanswered, wasWrong, busy, check } = useCode(onVerified);
  return (
    <Dialog
      open
      fullScreen
      title={texts.dialogTitle}
      onClose={onClose}
      actions={
        <>
          {wasWrong && (
            <Button kind="ghost" disabled={busy} onClick={onResend}>
              {texts.resend}
            </Button>
          )}
          <Button kind="ghost" onClick={onClose}>
            {texts.otherPhone}
          </Button>
        </>
      }
    >
      <div className={css.dialog}>
        <p className={css.quiet}>{texts.sentTo(phone)}</p>
        <CodeField
          id="codigo-sms"
          name="code"
          label={texts.code}
          value={code}
          error={error}
          disabled={busy}
          onValue={setCode}
          onLeave={() => undefined}
          onComplete={check}
        />
        {unanswered && (
          <Button wide onClick={() => check(code)}>
            {errorTexts.again}
          </Button>
        )}
        {wasWrong && <Notice title={texts.wrongBefore}>{texts.wrongNext}</Notice>}
        <p role="status" className="visually-hidden">
          {busy ? texts.checking : (error ?? '')}
        </p>
        <div className={css.quiet}>
          <Countdown seconds={SMS_COUNTDOWN_S} onEnd={onClose} text={texts.wait} />
        </div>
      </div>
    </Dialog>
  );
}

function useCode(onVerified: () => void) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  /** Nothing was said about the code: it stays, to be sent again as it is. */
  const [unanswered, setUnanswered] = useState(false);
  /** It stays after the red has gone: what to do next is offered as long as the dialog is open. */
  const [wasWrong, setWasWrong] = useState(false);

  useEffect(() => {
    if (error === undefined || unanswered) return;
    const timer = setTimeout(() => {
      setError(undefined);
      setCode('');
    }, WRONG_CODE_HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, [error, unanswered]);

  // A disabled field loses the focus; the next thing to do is to type again, over the code that was wrong.
  useEffect(() => {
    const field = busy ? null : document.querySelector<HTMLInputElement>('#codigo-sms');
    field?.focus();
    field?.select();
  }, [busy]);

  const check = useCallback(
    async (typed: string) => {
      setBusy(true);
      setError(undefined);
      setUnanswered(false);
      try {
        await call('POST /api/v3/checkcode', { body: { code: typed } });
        onVerified();
      } catch (failure) {
        const isWrong = failure instanceof ApiFailure && failure.code === 'phone_code';
        if (isWrong) track('phone_code_wrong');
        setWasWrong(isWrong);
        setUnanswered(failure instanceof ApiFailure && failure.passing);
        setError(messageOf(failure));
        setBusy(false);
      }
    },
    [onVerified],
  );

  return {
    code,
    error,
    unanswered,
    wasWrong,
    busy,
    check: (typed: string) => void check(typed),
    setCode: (typed: string) => {
      setError(undefined);
      setUnanswered(false);
      setCode(typed);
    },
  };
}
