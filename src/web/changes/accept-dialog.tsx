import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure } from '../../ui/api-failure.ts';
import { Button } from '../../ui/button.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { call } from '../api.ts';
import { CodeView } from '../proof/code-view.tsx';
import { proofTexts } from '../proof/texts.ts';
import { type Channel, type SentCode, type Ways, waysQuery } from '../proof/ways.ts';
import { queryClient } from '../query-client.ts';
import { FailureOf } from '../shell/failure-line.tsx';
import { snackbar } from '../shell/snackbar/snackbar-store.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ReadFailed } from '../ui/read-failed.tsx';
import type { AcceptedChange } from './changes-query.ts';
import css from './changes.module.css';
import { acceptTexts as texts } from './texts.ts';

interface AcceptDialogProps {
  id: string;
  /** Names the figures that the person saw. */
  change: AcceptedChange;
  onClose: () => void;
  /** Called when the figures are outdated. */
  onOutdated: () => void;
}

/** Accepts a change of the loan with a code; until then nothing changes (docs/product/loan-changes.md). */
export function AcceptDialog({ id, change, onClose, onOutdated }: AcceptDialogProps) {
  const [sent, setSent] = useState<SentCode | null>(null);
  const [sends, setSends] = useState(0);
  const [failure, setFailure] = useState<Error | null>(null);
  const [busy, setBusy] = useState(false);
  const query = useQuery(waysQuery);

  function leaveIfOutdated(error: unknown): void {
    if (!(error instanceof ApiFailure) || error.code !== 'change_other') return;
    onClose();
    onOutdated();
    snackbar.show({ message: texts.outdated });
  }

  async function send(channel: Channel): Promise<boolean> {
    if (busy) return false;
    setBusy(true);
    setFailure(null);
    try {
      const body = { channel, change };
      const { result } = await call('POST /api/v3/loan/{id}/changes/code', { params: { id }, body });
      setSent({ channel, state: result.state });
      setSends((count) => count + 1);
      return true;
    } catch (error) {
      leaveIfOutdated(error);
      setFailure(error instanceof Error ? error : null);
      return false;
    } finally {
      setBusy(false);
    }
  }

  async function accept(state: string, code: string): Promise<void> {
    try {
      await call('POST /api/v3/loan/{id}/changes/accept', { params: { id }, body: { state, code, change } });
    } catch (error) {
      leaveIfOutdated(error);
      throw error;
    }
    await Promise.all(
      [['changes', id], ['balance'], ['settlement', id]].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
    onClose();
    snackbar.show({ kind: 'success', message: texts.accepted });
  }

  return (
    <Dialog open title={texts.title} onClose={onClose} actions={<Later onClose={onClose} />}>
      {query.isPending && <SkeletonGroup shapes={['line', 'button']} />}
      {query.isError && <ReadFailed error={query.error} retry={query.refetch} />}
      {query.data && sent && (
        <CodeView
          key={sends}
          ways={query.data}
          sent={sent}
          onCode={(code) => accept(sent.state, code)}
          onResend={() => send(sent.channel)}
          onBack={() => setSent(null)}
        />
      )}
      {query.data && !sent && (
        <Channels ways={query.data} busy={busy} onSend={(channel) => void send(channel)} />
      )}
      {!sent && <FailureOf error={failure} />}
    </Dialog>
  );
}

function Later({ onClose }: Pick<AcceptDialogProps, 'onClose'>) {
  return (
    <Button wide kind="ghost" onClick={onClose}>
      {proofTexts.later}
    </Button>
  );
}

interface ChannelsProps {
  ways: Ways;
  busy: boolean;
  onSend: (channel: Channel) => void;
}

function Channels({ ways: { sms, email }, busy, onSend }: ChannelsProps) {
  const channels: readonly { channel: Channel; label: string }[] = [
    ...(sms === '' ? [] : [{ channel: 'sms' as const, label: proofTexts.bySms(sms) }]),
    ...(email === '' ? [] : [{ channel: 'email' as const, label: proofTexts.byEmail(email) }]),
  ];
  return (
    <div className={css.stack}>
      <p className={css.caption}>{texts.intro}</p>
      {channels.map(({ channel, label }, index) => (
        <Button
          key={channel}
          wide
          kind={index === 0 ? 'primary' : 'ghost'}
          disabled={busy}
          onClick={() => onSend(channel)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
