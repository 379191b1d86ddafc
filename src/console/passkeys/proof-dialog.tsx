import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { go } from '../place.ts';
import { answerWithPasskey } from '../../ui/authenticator.ts';
import { settleProof, useWaitingProof } from './proof.ts';

/** Asks for a passkey when a call needs a proof of the last minutes; the call then goes on by itself. */
export function ProofDialog() {
  return useWaitingProof() ? <OpenProofDialog /> : null;
}

/** Re-authentication methods; each try requests a new challenge. */
const waysQuery = queryOptions({
  queryKey: ['step-up'],
  queryFn: () => call('GET /api/staff/step-up'),
});

function OpenProofDialog() {
  const queries = useQueryClient();
  const ways = useQuery({ ...waysQuery, gcTime: 0 });
  const { isSuccess, data } = ways;
  const hasNone = isSuccess && !data.result && !data.sandbox;
  const prove = useMutation({
    // Pressed before the ways are there, it waits for them.
    mutationFn: async () => {
      const { result, sandbox } = data ?? (await queries.ensureQueryData(waysQuery));
      if (result) await call('POST /api/staff/step-up', { body: await answerWithPasskey(result) });
      else if (sandbox) await call('POST /api/staff/step-up/sandbox');
      else return false;
      return true;
    },
    onSuccess: (isProven) => {
      settleProof(isProven);
      if (!isProven) go('/llaves');
    },
    // A challenge is answered once: the next try has its own.
    onError: () => void queries.invalidateQueries({ queryKey: waysQuery.queryKey }),
  });
  return (
    <FormDialog
      title="Confirmá que sos vos"
      action={hasNone ? 'Agregar una llave' : 'Confirmar'}
      busy={prove.isPending}
      error={ways.error ?? prove.error}
      onClose={() => settleProof(false)}
      onSubmit={() => prove.mutate()}
    >
      <p>{explanation(hasNone, isSuccess && !data.result)}</p>
    </FormDialog>
  );
}

function explanation(hasNone: boolean, isSandbox: boolean): string {
  if (hasNone)
    return 'Esto se confirma con una llave de acceso y todavía no tenés ninguna. Agregala y volvé.';
  const proof = isSandbox ? 'En la prueba alcanza con un clic.' : 'Tu navegador te va a pedir la llave.';
  return `Para esto hace falta tu llave de acceso. ${proof} Vale por cinco minutos.`;
}
