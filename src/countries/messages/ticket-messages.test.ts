import { describe, expect, test } from 'vitest';
import { COUNTRIES } from '../countries.ts';
import { packOf } from '../index.ts';
import {
  requestRefusedText,
  ticketAnsweredEmail,
  ticketReplyEmail,
  ticketTemplates,
} from './ticket-messages.ts';

const sender = { brand: 'Wayni', pack: packOf('AR') };
const about = { number: '17', subject: 'No veo mi pago', url: 'https://wayni.example/x' };

describe('the mail that there is an answer', () => {
  test.each([
    ['Ana', 'Hola Ana:'],
    ['', 'Hola:'],
  ])('greets %j, and does not repeat the answer', (firstName, greeting) => {
    const { subject, text } = ticketAnsweredEmail(sender, { firstName, ...about });
    expect(subject).toBe('Respondimos tu reclamo 17');
    expect(text).toContain(greeting);
    expect(text).toContain('«No veo mi pago»');
  });

  test.each([
    ['Ana', 'Hola Ana:'],
    ['', 'Hola:'],
  ])('carries the answer to who has no account: %j', (name, greeting) => {
    const { text } = ticketReplyEmail(sender, { name, answer: 'Ya está.\n\n\n\nSaludos', ...about });
    expect(text).toContain(greeting);
    expect(text).toMatch(/Ya está\.\s+Saludos/);
    expect(text).toContain('contanos que es por la consulta 17');
  });
});

test('a refusal names the request and the reason', () => {
  expect(requestRefusedText('baja', 'ya está paga')).toBe(
    'No pudimos aceptar tu pedido (baja). El motivo: ya está paga',
  );
});

describe.each(COUNTRIES)('the templates in %s', (code) => {
  const templates = (name: string, figures?: Parameters<typeof ticketTemplates>[2]) =>
    ticketTemplates({ brand: 'Wayni', pack: packOf(code) }, name, figures);

  test('greet and sign, and have titles of their own', () => {
    const all = templates('Ana');
    for (const { text } of all) expect(text).toMatch(/^Hola Ana:\n\n[^]+\n\nEl equipo de Wayni$/);
    expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
    expect(templates('')[0]?.text).toMatch(/^Hola:/);
  });

  test.each([
    [{ owed: '', nextDue: '', nextPayableUntil: '', credit: '' }, ['Hoy no tenés que pagar nada.']],
    [
      { owed: '$10,00', nextDue: '10-01-2027', nextPayableUntil: '11-01-2027', credit: '$5,00' },
      [
        'Hoy tenés para pagar $10,00.',
        'vence el 10-01-2027. Podés pagarla hasta el lunes 11-01-2027 sin recargo.',
        'Tenés $5,00 a tu favor',
      ],
    ],
  ])('say how the loan stands: %o', (figures, words) => {
    const standing = templates('Ana', figures).find(({ title }) => title === 'Cómo está tu préstamo');
    for (const each of words) expect(standing?.text).toContain(each);
  });
});
