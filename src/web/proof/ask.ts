import { createStore } from '../store.ts';

/** Pending re-authentication: `answer` resolves to true on success. */
interface ProofRequest {
  /** Only a code to the account's address counts. */
  readonly onlyByEmail: boolean;
  readonly answer: (isProven: boolean) => void;
}

/** The request that the dialog shows; null while nothing asks for a proof. */
export const proofRequest = createStore<ProofRequest | null>(null);

let waiting: Promise<boolean> | undefined;

/** Asks for re-authentication in place. Concurrent calls share it. */
export function askForProof(onlyByEmail = false): Promise<boolean> {
  waiting ??= new Promise<boolean>((resolve) => {
    proofRequest.set({
      onlyByEmail,
      answer: (isProven) => {
        waiting = undefined;
        proofRequest.set(null);
        resolve(isProven);
      },
    });
  });
  return waiting;
}
