import { expect } from 'vitest';
import type { DocumentNumber } from '../../../../countries/country.ts';
import type { HoldReason } from '../../../../domain/holds.ts';
import { auditedWrites } from '../../../staff/testing/audited.ts';
import { signInAs, type StaffCallOptions, type StaffMember } from '../../../staff/testing/console.ts';
import type { TestAnswer, TestProduct } from '../../../testing/product.ts';

const PLACE = 'POST /api/staff/customers/{id}/holds';
const LIFT = 'POST /api/staff/holds/{id}/lift';

/** Holds as people of the staff place and lift them, on one running product with a console. */
export async function holdTools(product: TestProduct) {
  const { db } = product.deps;
  const [agent, compliance, head] = [
    await signInAs(product, 'agent'),
    await signInAs(product, 'compliance'),
    await signInAs(product, 'head'),
  ];
  for (const each of [compliance, head]) await each.call('POST /api/staff/step-up/sandbox', { body: {} });
  const audit = auditedWrites(product);

  const idOf = async ({ documentNumber }: { readonly documentNumber: DocumentNumber }): Promise<string> => {
    const { id } = await db
      .selectFrom('customer')
      .select('id')
      .where('document_number', '=', documentNumber)
      .executeTakeFirstOrThrow();
    return String(id);
  };
  const versionOf = async (customer: string) =>
    (await head.call('GET /api/staff/customers/{id}', { params: { id: customer } })).body.result.version;
  const holdsOf = async (customer: string, by = head) =>
    (await by.call('GET /api/staff/customers/{id}/holds', { params: { id: customer } })).body.result;

  async function asked(customer: string, reason: HoldReason, more: object = {}): Promise<StaffCallOptions> {
    return {
      params: { id: customer },
      version: await versionOf(customer),
      body: { reason_code: reason, reason: 'Lo dijo el banco', ...more },
    };
  }
  const place = async (by: StaffMember, customer: string, reason: HoldReason, more: object = {}) =>
    by.call(PLACE, await asked(customer, reason, more));
  /** Places a hold that has to be. @returns its number */
  async function hold(customer: string, reason: HoldReason, more: object = {}): Promise<string> {
    await audit.write(agent, PLACE, await asked(customer, reason, more));
    return (await holdsOf(customer))[0].id;
  }

  const askLift = async (by: StaffMember, id: string, version = 1): Promise<TestAnswer> =>
    by.call(LIFT, { params: { id }, version, body: { reason_code: 'checked', reason: 'Se aclaró' } });
  const approve = async (by: StaffMember, approval: string): Promise<TestAnswer> =>
    by.call('POST /api/staff/approvals/{id}/approve', { params: { id: approval } });
  /** Lifts a hold by two people. */
  async function lift(id: string): Promise<void> {
    // A proof lasts five minutes, and tests move the clock.
    await compliance.call('POST /api/staff/step-up/sandbox', { body: {} });
    const pending = await askLift(compliance, id);
    expect(pending.body).toMatchObject({ outcome: 'pending_approval' });
    const done = await approve(head, pending.body.approval);
    expect(done.status, JSON.stringify(done.body)).toBe(200);
  }
  return {
    agent,
    compliance,
    head,
    audit,
    idOf,
    asked,
    holdsOf,
    place,
    hold,
    askLift,
    approve,
    lift,
    PLACE,
    LIFT,
  } as const;
}
