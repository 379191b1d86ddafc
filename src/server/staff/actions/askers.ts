import type { CountryCode } from '../../../countries/country-pack.ts';
import type { StaffIdentity } from '../../platform/http/route.ts';

/** Person who issues a command. Its rules are checked against them both on request and on approval. */
export type Actor = Pick<StaffIdentity, 'staffId' | 'name' | 'roles' | 'countries' | 'permissions'> &
  Partial<Pick<StaffIdentity, 'email' | 'sessionDigest' | 'isProven' | 'isNew'>>;

/** Requester and approver of a command. */
export interface Askers {
  readonly by: Actor;
  /** Second person; undefined on the request itself. */
  readonly approver: Actor | undefined;
}

export const askersOf = ({ by, approver }: Askers): readonly Actor[] => (approver ? [by, approver] : [by]);

/** Countries that all of them are assigned to. */
export const countriesOf = ({ by, approver }: Askers): readonly CountryCode[] =>
  by.countries.filter((country) => !approver || approver.countries.includes(country));

/** Person accountable for the action: the approver if there are two. */
export const doerOf = ({ by, approver }: Askers): Actor => approver ?? by;

/** People who move money, for the limits. */
export const movedBy = ({ by, approver }: Askers) => ({ askedBy: by.staffId, approvedBy: approver?.staffId });

/** Response of an approved command once it is carried out. */
export const DONE = { outcome: 'done', approval: '' } as const;
/** Response of an approved command with a preview; only the preview shows the changes. */
export const DONE_AS_SEEN = { ...DONE, before: '', after: '' } as const;
