import type { CountryCode } from '../countries.ts';
import { LAWS } from '../law/laws.ts';
import type { NoteFacts, PromissoryNote } from './note-facts.ts';

/** Promissory note of a loan (docs/product/confirmation.md#promissory-note). */
export function promissoryNote(code: CountryCode, facts: NoteFacts): PromissoryNote {
  return LAWS[code].promissoryNote(facts);
}

/** Full text of the note, for its digest and for printing. */
export function noteText({ title, paragraphs }: PromissoryNote): string {
  return [title, ...paragraphs].join('\n\n');
}
