import { snackbar } from './snackbar/snackbar-store.ts';

/** Line next to an action that shows its failure. */
interface FailurePlace {
  /** Form of the failures shown here; failures of other actions go to the uppermost place without a form. */
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
 * Shows an action's failure next to it until the next try, or in the snackbar if the page has no place for it
 * (docs/product/shell.md#failures-of-an-action).
 */
export function showFailure(message: string, form?: string): void {
  const place =
    places.findLast((each) => form !== undefined && each.form === form) ??
    places.findLast((each) => each.form === undefined);
  if (place) place.set(message);
  else snackbar.show({ message });
}

/** Clears the messages of the last try. */
export function clearFailures(): void {
  snackbar.close();
  for (const place of places) place.set('');
}
