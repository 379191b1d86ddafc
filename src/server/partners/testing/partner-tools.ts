import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { PartnerKind, PartnerScope } from '../../../domain/outside-systems.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { keyVersions } from '../keys/service.ts';
import { signInAs, type StaffMember } from '../../staff/testing/console.ts';
import type { TestProduct } from '../../testing/product.ts';

/** Adds an outside system as the administrator. @returns its id */
export async function addPartner(
  product: TestProduct,
  administrator: StaffMember,
  country: CountryCode = 'AR',
  kind: PartnerKind = 'partner',
): Promise<string> {
  const code = `socio-${randomUUID().slice(0, 8)}`;
  const body = { country, code, name: `Socio ${code}`, kind };
  const answer = await administrator.call('POST /api/staff/integrations/partners', { body });
  expect(answer.status).toBe(200);
  const { id } = await product.deps.db
    .selectFrom('partner')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirstOrThrow();
  return String(id);
}

interface Wanted {
  readonly scopes: readonly PartnerScope[];
  readonly partner?: string;
  readonly country?: CountryCode;
  readonly kind?: PartnerKind;
  readonly hourlyLimit?: number;
  readonly days?: number;
}

export interface IssuedKey {
  readonly id: string;
  readonly key: string;
  readonly partner: string;
}

/** A key asked for by the administrator and approved by the head, and fetched. */
export async function partnerKey(
  product: TestProduct,
  administrator: StaffMember,
  { scopes, country = 'AR', kind = 'partner', hourlyLimit = 10_000, days = 30, ...given }: Wanted,
): Promise<IssuedKey> {
  const partner = given.partner ?? (await addPartner(product, administrator, country, kind));
  const id = await approvedKey(product, administrator, { partner, scopes, hourlyLimit, days });
  const issued = await administrator.call('POST /api/staff/integrations/keys/{id}/issue', {
    params: { id },
    body: {},
  });
  expect(issued.status).toBe(200);
  return { id, key: issued.body.key, partner };
}

/** A key that its asker has not fetched. @returns its id */
export async function approvedKey(
  product: TestProduct,
  administrator: StaffMember,
  asked: Required<Pick<Wanted, 'partner' | 'scopes' | 'hourlyLimit' | 'days'>>,
): Promise<string> {
  const head = await signInAs(product, 'head');
  for (const each of [administrator, head]) await each.call('POST /api/staff/step-up/sandbox', { body: {} });
  const { partner, scopes, hourlyLimit, days } = asked;
  const name = `Clave ${randomUUID().slice(0, 8)}`;
  const answer = await administrator.call('POST /api/staff/integrations/partners/{id}/keys', {
    params: { id: partner },
    version: await keysVersion(product, partner),
    body: { name, scopes, hourly_limit: hourlyLimit, days, reason: 'Para la integración' },
  });
  expect(answer.body).toMatchObject({ outcome: 'pending_approval' });
  const approved = await head.call('POST /api/staff/approvals/{id}/approve', {
    params: { id: answer.body.approval },
    body: {},
  });
  expect(approved.status).toBe(200);
  const { id } = await product.deps.db
    .selectFrom('partner_key')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return String(id);
}

/** Version of a partner's keys, as the page shows it. */
export async function keysVersion(product: TestProduct, partner: string): Promise<number> {
  return (await keyVersions(product.deps.db, [Number(partner)])).get(Number(partner)) ?? 0;
}
