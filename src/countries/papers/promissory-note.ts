import { argentineNote } from '../ar/promissory-note.ts';
import type { CountryCode } from '../countries.ts';
import type { NoteFacts, PromissoryNote } from './note-facts.ts';
import { uruguayanNote } from '../uy/promissory-note.ts';

export type { NoteFacts, NoteParties, PromissoryNote } from './note-facts.ts';

export const NOTES: Readonly<Record<CountryCode, (facts: NoteFacts) => PromissoryNote>> = {
  AR: argentineNote,
  UY: uruguayanNote,
};

/** The note of a loan (docs/product/confirmation.md#promissory-note). */
export function promissoryNote(code: CountryCode, facts: NoteFacts): PromissoryNote {
  return NOTES[code](facts);
}

/** The whole note as text, for its digest and for printing. */
export function noteText({ title, paragraphs }: PromissoryNote): string {
  return [title, ...paragraphs].join('\n\n');
}
