import type { CountryCode } from '../../../countries/country-pack.ts';
import type { StaffIdentity } from '../../platform/http/route.ts';

/** The person who makes a command; its rules are checked against them on request and on approval. */
export type Actor = Pick<StaffIdentity, 'staffId' | 'name' | 'roles' | 'countries' | 'permissions'> &
  Partial<Pick<StaffIdentity, 'email' | 'sessionDigest' | 'isProven' | 'isNew'>>;

/** All who ask for a command. */
export interface Askers {
  readonly by: Actor;
  /** The second person; undefined while it is asked for. */
  readonly approver: Actor | undefined;
}

export const askersOf = ({ by, approver }: Askers): readonly Actor[] => (approver ? [by, approver] : [by]);

/** The countries that all of them have. */
export const countriesOf = ({ by, approver }: Askers): readonly CountryCode[] =>
  by.countries.filter((country) => !approver || approver.countries.includes(country));

/** The person accountable for it: the approver where there are two. */
export const doerOf = ({ by, approver }: Askers): Actor => approver ?? by;

/** The people of a move of money, for the limits. */
export const movedBy = ({ by, approver }: Askers) => ({ askedBy: by.staffId, approvedBy: approver?.staffId });

/** The answer of an approved command once it is done. */
export const DONE = { outcome: 'done', approval: '' } as const;
/** The same of one with a preview, which alone says what would change. */
export const DONE_AS_SEEN = { ...DONE, before: '', after: '' } as const;
