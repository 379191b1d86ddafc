import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { PriceTable } from '../../../../../contract/staff/price-lists.ts';
import type { CountryCode } from '../../../../../countries/country-pack.ts';
import { localDate } from '../../../../../countries/local-time.ts';
import { goodDocument } from '../../../../testing/journey.ts';
import { addDays } from '../../../../../domain/calendar-date.ts';
import { auditedWrites } from '../../../../staff/testing/audited.ts';
import { signInAs, type StaffMember } from '../../../../staff/testing/console.ts';
import type { TestProduct } from '../../../../testing/product.ts';
import { signUpBody, visitorOf } from '../../../leads/testing/visitor.ts';

export const why = { reason_code: 'market', reason: 'Bajó el costo del dinero' };
export const newName = () => `lista-${randomUUID().slice(0, 8)}`;

/** Those who prepare and approve price lists, and the people who are offered loans by them. */
export async function priceDesk(product: TestProduct) {
  const visitor = visitorOf(product);
  const audit = auditedWrites(product);
  const staff: Record<'analyst' | 'head' | 'compliance', StaffMember> = await signedIn();
  async function signedIn() {
    return {
      analyst: await signInAs(product, 'analyst'),
      head: await signInAs(product, 'head'),
      compliance: await signInAs(product, 'compliance'),
    };
  }
  /** A session ends with half an hour of the clock. */
  const signIn = async () => void Object.assign(staff, await signedIn());
  const dayOf = (country: CountryCode, days = 0) =>
    addDays(localDate(product.deps.clock.now(), country), days);
  const lists = async (country: CountryCode) =>
    (await staff.head.call('GET /api/staff/price-lists', { query: { country } })).body;
  const inForce = async (country: CountryCode) =>
    (await lists(country)).result.find((each: { state: string }) => each.state === 'in_force');
  const draftOf = async (id: string) =>
    (await staff.head.call('GET /api/staff/price-drafts/{id}', { params: { id } })).body.result;

  async function copied(country: CountryCode, name = newName()): Promise<string> {
    const { id } = await inForce(country);
    const answer = await audit.write(staff.analyst, 'POST /api/staff/price-lists/{id}/copy', {
      params: { id },
      body: { name },
    });
    return answer.body.result.id;
  }

  async function edited(id: string, edit: (table: PriceTable) => void) {
    const { table, version } = await draftOf(id);
    edit(table);
    const saved = await audit.write(staff.analyst, 'POST /api/staff/price-drafts/{id}/save', {
      params: { id },
      version,
      body: { table },
    });
    return saved.body.result;
  }

  /** What the draft says is compared with the legal ceiling, which its activation has to name. */
  async function countsOf(id: string) {
    const { table } = await draftOf(id);
    return table.ceiling_counts === null ? {} : { ceiling_counts: table.ceiling_counts };
  }

  const activate = async (id: string, version: number, validFrom: string, headers = {}) =>
    staff.analyst.call('POST /api/staff/price-drafts/{id}/activate', {
      params: { id },
      version,
      headers,
      body: { valid_from: validFrom, ...(await countsOf(id)), ...why },
    });
  const approve = (by: StaffMember, id: string) =>
    by.call('POST /api/staff/approvals/{id}/approve', { params: { id } });

  /** A list that two people have activated from a day on, with the rate without membership cut to this. */
  async function activated(country: CountryCode, rate: string, from = dayOf(country)) {
    const id = await copied(country);
    const { version } = await edited(id, ({ variants }) => {
      variants.no_membership.rate = rate;
      variants.membership.rate = rate;
    });
    const asked = await activate(id, version, from);
    expect(asked.status, JSON.stringify(asked.body)).toBe(200);
    expect((await approve(staff.head, asked.body.approval)).status).toBe(200);
    return (await lists(country)).result.find((each: { valid_from: string }) => each.valid_from === from);
  }

  /** A new person with a good record. */
  const leadOf = (country: CountryCode): Promise<string> =>
    visitor.hashOf({ ...signUpBody(country), document_number: goodDocument(country) }, country);
  /** What a person is asked for, or somebody new. */
  async function offeredRate(country: CountryCode, hash?: string): Promise<number> {
    const { body } = await visitor.offerOf(hash ?? (await leadOf(country)), country);
    return body.result.max_option.no_membership.plans[0].interestRate;
  }

  return {
    visitor,
    audit,
    staff,
    signIn,
    dayOf,
    lists,
    inForce,
    draftOf,
    countsOf,
    copied,
    edited,
    activate,
    approve,
    activated,
    leadOf,
    offeredRate,
  };
}
