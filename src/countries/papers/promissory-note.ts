import { argentineNote } from '../ar/promissory-note.ts';
import type { CountryCode } from '../countries.ts';
import { uruguayanNote } from '../uy/promissory-note.ts';
import type { NoteFacts, PromissoryNote } from './note-facts.ts';

/** Kept out of the laws because the offer needs those and no note. */
export const PROMISSORY_NOTES: Readonly<Record<CountryCode, (facts: NoteFacts) => PromissoryNote>> = {
  AR: argentineNote,
  UY: uruguayanNote,
};

/** Promissory note of a loan (docs/product/confirmation.md#promissory-note). */
export function promissoryNote(code: CountryCode, facts: NoteFacts): PromissoryNote {
  return PROMISSORY_NOTES[code](facts);
}

/** Full text of the note, for its digest and for printing. */
export function noteText({ title, paragraphs }: PromissoryNote): string {
  return [title, ...paragraphs].join('\n\n');
}
