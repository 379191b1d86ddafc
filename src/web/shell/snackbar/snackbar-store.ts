import { SNACKBAR_TIMEOUT_MS } from '../../timings.ts';
import { createStore } from '../../store.ts';

/** Message of the snackbar. */
interface SnackbarMessage {
  readonly message: string;
  /** Colour: error by default. */
  readonly kind?: 'error' | 'warning' | 'success';
  /** Milliseconds until it goes: 3000 by default (docs/product/shell.md#snackbar). */
  readonly timeout?: number;
  /** A login prompt: INGRESAR AQUÍ instead of CERRAR; a string is the login's address with where it leads. */
  readonly login?: boolean | string;
}

/** Shown message, with a number that distinguishes equal ones. */
export interface MessageView extends SnackbarMessage {
  readonly id: number;
}

const store = createStore<MessageView | null>(null);
let lastId = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

function close(): void {
  clearTimeout(timer);
  store.set(null);
}

/**
 * The one snackbar of the page; a new text takes the place of the last, the same one again changes nothing. Its time
 * starts when it is shown and is its own: neither the pointer nor the focus nor where it is drawn changes it.
 */
export const snackbar = {
  ...store,
  show: (message: SnackbarMessage): void => {
    if (store.get()?.message === message.message) return;
    lastId += 1;
    clearTimeout(timer);
    timer = setTimeout(close, message.timeout ?? SNACKBAR_TIMEOUT_MS);
    store.set({ ...message, id: lastId });
  },
  close,
};

/** `show` and `close` of the page's snackbar. */
export function useSnackbar(): Pick<typeof snackbar, 'show' | 'close'> {
  return snackbar;
}
