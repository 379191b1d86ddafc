import { createStore } from '../store.ts';

const open: HTMLDialogElement[] = [];
const store = createStore<HTMLDialogElement | null>(null);

/** The uppermost modal dialog, or null: everything outside it is covered and takes no click. */
export const topDialog: Pick<typeof store, 'get' | 'subscribe'> = store;

/** Notes a modal dialog that has opened; the answer notes that it has closed. */
export function noteModal(dialog: HTMLDialogElement): () => void {
  open.push(dialog);
  store.set(dialog);
  return () => {
    open.splice(open.indexOf(dialog), 1);
    store.set(open.at(-1) ?? null);
  };
}
