import type { ColumnType } from 'kysely';
import type { CheckedText } from '../../countries/identifiers/checked.ts';

/** Placeholder for an erased identifier: empty, or a token that keeps a unique column unique. */
export type ErasedText = '' | CheckedText<'ErasedText'>;

/** Identifier that only erasure overwrites. No query reads it from an erased person's rows. */
export type Erasable<Identifier> = ColumnType<Identifier, Identifier, Identifier | ErasedText>;

/** Identifier that is '' for people who have not given one. */
export type Optional<Identifier> = Identifier | '';
