import { snackbar } from './snackbar/snackbar-store.ts';

/** Line beside an action where its failure stays. */
interface FailurePlace {
  /** Form whose failures it shows; those of any other action go to the uppermost place without one. */
  readonly form: string | undefined;
  readonly set: (message: string) => void;
}

const places: FailurePlace[] = [];

/** Opens a place; the answer closes it. */
export function openPlace(place: FailurePlace): () => void {
  places.push(place);
  return () => void places.splice(places.indexOf(place), 1);
}

/**
 * Shows an action's failure beside it until the next try; in the snackbar where the page has no place for it
 * (docs/product/shell.md#failures-of-an-action).
 */
export function showFailure(message: string, form?: string): void {
  const place =
    places.findLast((each) => form !== undefined && each.form === form) ??
    places.findLast((each) => each.form === undefined);
  if (place) place.set(message);
  else snackbar.show({ message });
}

/** Takes back what the last try said. */
export function clearFailures(): void {
  snackbar.close();
  for (const place of places) place.set('');
}
