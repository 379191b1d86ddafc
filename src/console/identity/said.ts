/** What was done last, told on the page that comes after it. */
let last = '';

export function tellNext(message: string): void {
  last = message;
}

/** @returns what is to be told, once */
export function toldHere(): string {
  const message = last;
  last = '';
  return message;
}
