import type { CountryCode } from './country-pack.ts';
import { argentineNote } from './ar/promissory-note.ts';
import type { NoteFacts, PromissoryNote } from './note-facts.ts';
import { uruguayanNote } from './uy/promissory-note.ts';

export type { NoteFacts, PromissoryNote } from './note-facts.ts';

/** The note of a loan (docs/product/confirmation.md#promissory-note). */
export function promissoryNote(code: CountryCode, facts: NoteFacts): PromissoryNote {
  return code === 'AR' ? argentineNote(facts) : uruguayanNote(facts);
}

/** The whole note as text, for its digest and for printing. */
export function noteText({ title, paragraphs }: PromissoryNote): string {
  return [title, ...paragraphs].join('\n\n');
}
