import { useState } from 'react';
import { call } from '../api.ts';
import { clearFailures } from '../shell/failures.ts';
import { reportFailure } from '../shell/report-failure.ts';
import { useCountry } from '../country.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../../ui/tag.tsx';
import { ownDataTexts as texts } from './texts.ts';
import { useLogout } from '../shell/use-logout.ts';
import { LAWS } from '../../countries/law/laws.ts';
import type { OutputOf } from '../../contract/contract.ts';

/** Summary of the customer's stored data, and the state of its erasure. */
export type OwnData = OutputOf<'GET /api/v3/own-data'>['result'];

/** The account is gone: closing the dialog clears this device. */
function ErasedDialog() {
  const logout = useLogout();
  return (
    <Dialog
      open
      onClose={logout}
      title={texts.doneTitle}
      actions={
        <Button wide onClick={logout}>
          {texts.home}
        </Button>
      }
    >
      <p>{texts.done}</p>
    </Dialog>
  );
}

type Erasure = OwnData['erasure'];

/** Effects of an erasure, legal retention, and the request. */
export function Erasure({ erasure, onChange }: { erasure: Erasure; onChange: () => void }) {
  const { kept } = LAWS[useCountry().code].dataProtection;
  const [asking, setAsking] = useState(false);
  const [erased, setErased] = useState(false);
  const { state, reason, keep_until, possible } = erasure;

  function onAsked(answer: Erasure): void {
    setAsking(false);
    if (answer.state === 'done') setErased(true);
    else onChange();
  }

  return (
    <Card>
      <h2>{texts.eraseTitle}</h2>
      {state === 'waiting' && reason !== '' ? (
        <Notice tone="late" title={texts.waitingTitle}>
          {texts.waiting[reason]}
        </Notice>
      ) : (
        <>
          <p>{texts.erasePossible}</p>
          {reason !== '' && <Notice>{texts.reasons[reason]}</Notice>}
          <p>
            {keep_until === ''
              ? texts.keepNothing
              : `${kept} ${possible ? texts.keepUntil(keep_until) : texts.keepLater}`}
          </p>
          <Button wide kind="danger" onClick={() => setAsking(true)}>
            {texts.ask}
          </Button>
        </>
      )}
      {asking && <ConfirmDialog possible={possible} onAsked={onAsked} onClose={() => setAsking(false)} />}
      {erased && <ErasedDialog />}
    </Card>
  );
}

interface ConfirmDialogProps {
  /** Asking now erases now. */
  possible: boolean;
  onAsked: (answer: Erasure) => void;
  onClose: () => void;
}

function ConfirmDialog({ possible, onAsked, onClose }: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false);

  async function ask(): Promise<void> {
    setBusy(true);
    clearFailures();
    try {
      onAsked((await call('POST /api/v3/own-data/erasure', { body: {} })).result);
    } catch (error) {
      setBusy(false);
      reportFailure(error);
    }
  }

  return (
    <Dialog
      open
      busy={busy}
      onClose={onClose}
      title={texts.dialogTitle}
      actions={
        <>
          <Button wide kind="danger" busy={busy} onClick={() => void ask()}>
            {possible ? texts.confirm : texts.confirmLater}
          </Button>
          <Button wide kind="ghost" disabled={busy} onClick={onClose}>
            {texts.cancel}
          </Button>
        </>
      }
    >
      <p>{possible ? texts.dialogNow : texts.dialogLater}</p>
    </Dialog>
  );
}
