/** Confirmation of the last action, shown on the next page. */
let last = '';

export function leaveMessage(message: string): void {
  last = message;
}

/** @returns the confirmation, once */
export function takeMessage(): string {
  const message = last;
  last = '';
  return message;
}
