import type { ColumnType } from 'kysely';
import type { CheckedText } from '../../countries/identifiers/checked.ts';

/** Replaces an identifying value after erasure: empty, or a token that keeps a column unique. */
export type ErasedText = '' | CheckedText<'ErasedText'>;

/** An identifier overwritten only by erasure. No query reads it in an erased person's rows. */
export type Erasable<Identifier> = ColumnType<Identifier, Identifier, Identifier | ErasedText>;

/** An identifier that not everybody has given. */
export type Optional<Identifier> = Identifier | '';
