import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { RadioList } from '../ui/fields/radio-list.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { cancelTexts as texts } from './texts.ts';
import { useCancel } from './use-cancel.ts';

/** Cancel with a reason: nothing is sent before one is chosen. */
export function CancelDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const cancel = useCancel(id);
  const [chosen, setChosen] = useState('');
  const query = useQuery({
    queryKey: ['cancel-reasons'],
    queryFn: async ({ signal }) => (await call('GET /api/audit_options/autogestion', { signal })).result,
    staleTime: Infinity,
    meta: { quiet: true },
  });
  return (
    <Dialog
      open
      busy={cancel.isBusy}
      onClose={onClose}
      title={texts.title}
      actions={
        <>
          <Button
            wide
            kind="danger"
            busy={cancel.isBusy}
            disabled={chosen === ''}
            onClick={() => void cancel.send(chosen)}
          >
            {texts.send}
          </Button>
          <Button wide kind="ghost" disabled={cancel.isBusy} onClick={onClose}>
            {texts.back}
          </Button>
        </>
      }
    >
      <p>{texts.text}</p>
      {query.isPending && <SkeletonGroup shapes={['field', 'field', 'field']} />}
      {query.isError && (
        <>
          <p role="alert">{texts.failed}</p>
          <Button kind="ghost" onClick={() => void query.refetch()}>
            {texts.retry}
          </Button>
        </>
      )}
      {query.data && <Reasons reasons={query.data} chosen={chosen} onChoose={setChosen} />}
    </Dialog>
  );
}

interface ReasonsProps {
  reasons: readonly { id: number; nombre: string }[];
  chosen: string;
  onChoose: (id: string) => void;
}

function Reasons({ reasons, chosen, onChoose }: ReasonsProps) {
  const options = reasons.map(({ id, nombre }) => ({ value: String(id), label: nombre }));
  return <RadioList legend={texts.legend} options={options} chosen={chosen} onChoose={onChoose} />;
}
