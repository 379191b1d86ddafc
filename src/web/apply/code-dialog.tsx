import { useState } from 'react';
import { SMS_COUNTDOWN_S, WRONG_CODE_HIGHLIGHT_MS } from '../timings.ts';
import { ApiFailure } from '../../ui/api-failure.ts';
import { track } from '../analytics.ts';
import { call } from '../api.ts';
import { CodeField } from '../forms/later-fields.tsx';
import { useCodeCheck } from '../forms/use-code-check.ts';
import { errorTexts } from '../text/shared.ts';
import { Button } from '../../ui/button.tsx';
import { Countdown } from '../ui/countdown.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../../ui/tag.tsx';
import css from './phone.module.css';
import { phoneTexts as texts } from './texts.ts';

const fieldId = 'codigo-sms';

interface CodeDialogProps {
  /** The phone as it is read. */
  phone: string;
  onClose: () => void;
  onVerified: () => void;
  /** Sends another code and restarts the countdown. */
  onResend: () => void;
}

/**
 * The full-screen dialog for the 4-digit code: it closes after 60 seconds, four digits verify by themselves,
 * a wrong code stays red for 6 seconds (docs/product/application.md#phone).
 */
export function CodeDialog({ phone, onClose, onVerified, onResend }: CodeDialogProps) {
  /** It stays after the red has gone: what to do next is offered as long as the dialog is open. */
  const [wasWrong, setWasWrong] = useState(false);
  const { code, setCode, error, unanswered, busy, check } = useCodeCheck({
    id: fieldId,
    wrongForMs: WRONG_CODE_HIGHLIGHT_MS,
    async ask(typed) {
      await call('POST /api/v3/checkcode', { body: { code: typed } });
      onVerified();
    },
    onFailure(failure) {
      const isWrong = failure instanceof ApiFailure && failure.code === 'phone_code';
      if (isWrong) track('phone_code_wrong');
      setWasWrong(isWrong);
    },
  });
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
          id={fieldId}
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
        {wasWrong && error === undefined && <Notice title={texts.wrongBefore}>{texts.wrongNext}</Notice>}
        <p role="status" className="visually-hidden">
          {busy ? texts.checking : (error ?? '')}
        </p>
        <div className={css.quiet}>
          <Countdown
            seconds={SMS_COUNTDOWN_S}
            onEnd={onClose}
            text={wasWrong ? texts.closesIn : texts.wait}
          />
        </div>
      </div>
    </Dialog>
  );
}
