import type { ColumnType } from 'kysely';
import type { CheckedText } from '../../countries/identifiers/checked.ts';

/** Stands where erasure has been, in place of what named a person: nothing, or what only keeps a column unique. */
export type ErasedText = '' | CheckedText<'ErasedText'>;

/** An identifier that only erasure overwrites. Nothing asks for it in rows of whoever is erased. */
export type Erasable<Identifier> = ColumnType<Identifier, Identifier, Identifier | ErasedText>;

/** An identifier that not everybody has given. */
export type Optional<Identifier> = Identifier | '';
