import { call } from '../api.ts';
import { readSharedOption, writeSharedOption } from '../proposal.ts';
import { session } from '../session.ts';

/** One write after the other: the last choice is the one that stays. */
let writing: Promise<void> = Promise.resolve();
let asked = '';

async function write(option: string): Promise<void> {
  // Of choices that follow each other quickly only the last is worth a call.
  if (option !== asked || option === readSharedOption() || session.token() === null) return;
  try {
    await call('POST /api/v3/selected-option', { body: { option }, quiet: true });
    writeSharedOption(option);
  } catch {
    // A lead's offer, or no connection: the device keeps the choice, and it stays known as its own.
  }
}

/** Keeps the chosen plan of a logged-in customer for other devices; '' forgets it (decision 0037). */
export function shareChoice(option: string): void {
  asked = option;
  writing = writing.then(() => write(option));
}
