import { createStore } from '../store.ts';

/** What the snackbar says. */
export interface SnackbarMessage {
  readonly message: string;
  /** Colour: error by default (A §8). */
  readonly kind?: 'error' | 'warning' | 'success';
  /** Milliseconds until it goes: 3000 by default (A §9). */
  readonly timeout?: number;
  /** A login prompt: INGRESAR AQUÍ instead of CERRAR (A §8). */
  readonly login?: boolean;
}

/** The message on screen, with a number that tells two equal ones apart. */
export interface ShownMessage extends SnackbarMessage {
  readonly id: number;
}

const store = createStore<ShownMessage | null>(null);
let lastId = 0;

/** The one snackbar of the page; a new message takes the place of the last. */
export const snackbar = {
  ...store,
  show: (message: SnackbarMessage): void => {
    lastId += 1;
    store.set({ ...message, id: lastId });
  },
  close: (): void => store.set(null),
};

/** `show` and `close` of the page's snackbar. */
export function useSnackbar(): Pick<typeof snackbar, 'show' | 'close'> {
  return snackbar;
}
