import { useSyncExternalStore } from 'react';
import { laterDialog } from '../later.tsx';
import { proofRequest } from './ask.ts';

const ProofDialog = laterDialog(() => import('./proof-dialog.tsx'), 'ProofDialog');

/** The dialog of a new proof, wherever a call asks for one (docs/product/signup-and-login.md#new-proof). */
export function Proof() {
  const request = useSyncExternalStore(proofRequest.subscribe, proofRequest.get, () => null);
  if (!request) return null;
  const { answer, onlyByEmail } = request;
  return (
    <ProofDialog onlyByEmail={onlyByEmail} onProven={() => answer(true)} onClose={() => answer(false)} />
  );
}
