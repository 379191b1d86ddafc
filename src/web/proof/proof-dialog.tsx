import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../ui/api-failure.ts';
import { Button } from '../../ui/button.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { call } from '../api.ts';
import { queryClient } from '../query-client.ts';
import { clearFailures } from '../shell/failures.ts';
import { reportFailure } from '../shell/report-failure.ts';
import { Dialog } from '../ui/dialog.tsx';
import { CodeView } from './code-view.tsx';
import { logInAgain, prove } from './prove.ts';
import { proofTexts as texts } from './texts.ts';
import { type Channel, type SentCode, type Ways, waysQuery } from './ways.ts';
import { WaysView } from './ways-view.tsx';

interface ProofDialogProps {
  onlyByEmail: boolean;
  onProven: () => void;
  onClose: () => void;
}

/** Re-authentication by the person's own means; the interrupted call continues afterwards. */
export function ProofDialog({ onlyByEmail, onProven, onClose }: ProofDialogProps) {
  const [sent, setSent] = useState<SentCode | null>(null);
  /** Codes sent: each gets a new view. */
  const [sends, setSends] = useState(0);
  const [busy, setBusy] = useState(false);
  // The shell is outside the screens' provider.
  const query = useQuery(waysQuery, queryClient);

  async function send(channel: Channel): Promise<boolean> {
    if (busy) return false;
    setBusy(true);
    clearFailures();
    try {
      const { result } = await call('POST /api/v3/proof/code', { body: { channel } });
      setSent({ channel, state: result.state });
      setSends((count) => count + 1);
      return true;
    } catch (error) {
      reportFailure(error);
      return false;
    } finally {
      setBusy(false);
    }
  }

  const ways = query.data && (onlyByEmail ? ofEmail(query.data) : query.data);
  return (
    <Dialog open title={texts.title} onClose={onClose} actions={<Later onClose={onClose} />}>
      {!ways && !query.isError && <SkeletonGroup shapes={['line', 'line', 'button']} />}
      {query.isError && <Failed error={query.error} onRetry={() => void query.refetch()} />}
      {ways && sent && (
        <CodeView
          key={sends}
          ways={ways}
          sent={sent}
          onCode={async (code) => {
            await prove.byCode(sent.state, code);
            onProven();
          }}
          onResend={() => send(sent.channel)}
          onBack={() => setSent(null)}
        />
      )}
      {ways && !sent && (
        <WaysView ways={ways} busy={busy} onProven={onProven} onSend={(channel) => void send(channel)} />
      )}
    </Dialog>
  );
}

const ofEmail = ({ email }: Ways): Ways => ({ password: false, passkey: false, sms: '', email });

function Later({ onClose }: { onClose: () => void }) {
  return (
    <Button wide kind="ghost" onClick={onClose}>
      {texts.later}
    </Button>
  );
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <>
      <p>{messageOf(error)}</p>
      <Button wide onClick={onRetry}>
        {texts.tryAgain}
      </Button>
      <Button wide kind="text" onClick={logInAgain}>
        {texts.otherWay}
      </Button>
    </>
  );
}
