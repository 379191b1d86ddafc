/** Confirmation of the last action, shown on the next page. */
let last = '';

export function notifyNext(message: string): void {
  last = message;
}

/** @returns the confirmation, once */
export function toldHere(): string {
  const message = last;
  last = '';
  return message;
}
