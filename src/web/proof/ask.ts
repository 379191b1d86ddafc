import { createStore } from '../store.ts';

/** A new proof that is waited for: `answer` tells whether it was given. */
export interface ProofRequest {
  /** Only a code to the account's address counts. */
  readonly onlyByEmail: boolean;
  readonly answer: (isProven: boolean) => void;
}

/** The request that the dialog shows; null while nothing asks for a proof. */
export const proofRequest = createStore<ProofRequest | null>(null);

let waiting: Promise<boolean> | undefined;

/** Asks in place for a new proof of who is there. Several calls that need one share it. */
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
