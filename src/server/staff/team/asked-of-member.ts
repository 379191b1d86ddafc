import { COUNTRIES, type CountryCode } from '../../../countries/countries.ts';
import type { Tx } from '../../platform/database.ts';
import { fail, ok, type Failure, type Result } from '../../platform/http/result.ts';
import { askersOf, type Actor, type Askers } from '../actions/service.ts';
import { lockMember, type Member } from './members.ts';

export interface AskedOfMember extends Askers {
  readonly params: { readonly id: number };
  readonly seenVersion: number | undefined;
}

/** Locks the person, if the requester has seen the current version and may change them. */
export async function memberToChange(tx: Tx, asked: AskedOfMember): Promise<Result<Member>> {
  const member = await lockMember(tx, asked.params.id);
  if (!member) return fail('not_found');
  if (askersOf(asked).some(({ staffId }) => staffId === member.id)) return fail('own_account');
  const foreign = refuseForeign(askersOf(asked), member.countries);
  if (foreign) return foreign;
  if (member.version !== asked.seenVersion)
    return fail('changed_meanwhile', {
      message: `${member.changed_by} cambió el acceso de ${member.name} mientras lo mirabas. Actualizá la página y revisalo.`,
    });
  return ok(member);
}

/** Refuses to grant or change access to a country that the requester or approver is not assigned to. */
export function refuseForeign(by: readonly Actor[], countries: readonly CountryCode[]): Failure | undefined {
  const known = countries.filter((country) => COUNTRIES.includes(country));
  const isOwn = by.every((actor) => known.every((country) => actor.countries.includes(country)));
  return isOwn ? undefined : fail('country_forbidden');
}
