import type { OutputOf } from '../../contract/contract.ts';

export type Person = OutputOf<'GET /api/staff/people'>['result'][number];

/** A dialog about one person. */
export interface PersonDialogProps {
  readonly person: Person;
  readonly onClose: () => void;
  /** @param message confirmation, in Spanish */
  readonly onDone: (message: string) => void;
}
