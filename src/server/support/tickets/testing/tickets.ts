import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { auditedWrites } from '../../../staff/testing/audited.ts';
import { signInAs, type StaffMember } from '../../../staff/testing/console.ts';
import type { Traveller } from '../../../testing/journey.ts';
import type { TestProduct } from '../../../testing/product.ts';

/** What tests of tickets do again and again, on one running product with a console. */
export async function ticketsOf(product: TestProduct) {
  const [agent, head] = [await signInAs(product, 'agent'), await signInAs(product, 'head')];
  const audit = auditedWrites(product);

  /** What a person or a stranger writes; its row and the id that its customer knows. */
  async function filed(country: CountryCode, person?: Traveller, more: object = {}) {
    const subject = `Consulta ${randomUUID().slice(0, 8)}`;
    const answer = await product.call('POST /api/v3/suggest', {
      country,
      ...(person ? { token: person.token } : {}),
      body: {
        name: 'Ana Prueba',
        email_address: person?.email ?? `${randomUUID()}@example.com`,
        document_number: '',
        subject,
        content: 'No veo mi pago',
        ...more,
      },
    });
    expect(answer.status).toBe(200);
    const row = await product.deps.db
      .selectFrom('ticket')
      .selectAll()
      .where('subject', '=', subject)
      .executeTakeFirstOrThrow();
    return { id: String(row.id), publicId: row.public_id, subject, email: row.email };
  }

  const seen = async (id: string, by: StaffMember = agent) =>
    (await by.call('GET /api/staff/tickets/{id}', { params: { id } })).body.result;
  const reply = async (id: string, text: string, close = false, by: StaffMember = agent) =>
    audit.write(by, 'POST /api/staff/tickets/{id}/reply', {
      params: { id },
      version: (await seen(id, by)).version,
      body: { text, close },
    });
  const own = (person: Traveller, id: string) => person.call('GET /api/v3/tickets/{id}', { params: { id } });
  const answerTo = (person: Traveller, id: string, content: string, headers: Record<string, string> = {}) =>
    product.call('POST /api/v3/tickets/{id}/answer', {
      country: person.country,
      token: person.token,
      params: { id },
      body: { content },
      headers,
    });
  const listed = async (query: Record<string, string>, by: StaffMember = agent) =>
    (await by.call('GET /api/staff/tickets', { query })).body;
  return { agent, head, audit, filed, seen, reply, own, answerTo, listed };
}
