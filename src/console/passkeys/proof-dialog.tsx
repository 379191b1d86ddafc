import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { go } from '../place.ts';
import { answerWithPasskey } from './authenticator.ts';
import { settleProof, useWaitingProof } from './proof.ts';

/** Asks for a passkey when a call needs a proof of the last minutes; the call then goes on by itself. */
export function ProofDialog() {
  return useWaitingProof() ? <OpenProofDialog /> : null;
}

function OpenProofDialog() {
  const queries = useQueryClient();
  const ways = useQuery({ queryKey: ['step-up'], queryFn: () => call('GET /api/staff/step-up'), gcTime: 0 });
  const challenge = ways.data?.result;
  const hasSandbox = ways.data?.sandbox === true;
  const prove = useMutation({
    mutationFn: async () => {
      if (challenge) return call('POST /api/staff/step-up', { body: await answerWithPasskey(challenge) });
      return call('POST /api/staff/step-up/sandbox');
    },
    onSuccess: () => settleProof(true),
    // A challenge is answered once: the next try has its own.
    onError: () => void queries.invalidateQueries({ queryKey: ['step-up'] }),
  });
  const hasNone = ways.isSuccess && !challenge && !hasSandbox;
  const submit = () => {
    // The way in which it is shown is not known yet.
    if (!ways.isSuccess) return;
    if (!hasNone) return prove.mutate();
    settleProof(false);
    go('/llaves');
  };
  return (
    <FormDialog
      title="Confirmá que sos vos"
      action={hasNone ? 'Agregar una llave' : 'Confirmar'}
      busy={prove.isPending}
      error={ways.error ?? prove.error}
      onClose={() => settleProof(false)}
      onSubmit={submit}
    >
      <p>{explanation(hasNone, !challenge && hasSandbox)}</p>
    </FormDialog>
  );
}

function explanation(hasNone: boolean, isSandbox: boolean): string {
  if (hasNone)
    return 'Esto se confirma con una llave de acceso y todavía no tenés ninguna. Agregala y volvé.';
  const proof = isSandbox ? 'En la prueba alcanza con un clic.' : 'Tu navegador te va a pedir la llave.';
  return `Para esto hace falta tu llave de acceso. ${proof} Vale por cinco minutos.`;
}
