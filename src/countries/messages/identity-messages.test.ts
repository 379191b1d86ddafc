import { describe, expect, test } from 'vitest';
import { rejectionSentence } from '../identity-reasons.ts';
import { packOf } from '../index.ts';
import { identityRejectedEmail, photosAskedEmail } from './identity-messages.ts';
import { loanConfirmedEmail } from './messages.ts';

const to = { firstName: 'Ana', url: 'https://wayni.example' };

describe.each([
  ['AR', 'DNI'],
  ['UY', 'cédula'],
] as const)('%s: mails about photos', (code, document) => {
  const sender = { brand: 'Wayni', pack: packOf(code) };

  test('one photo is asked for as one, several as several, each with its reason', () => {
    const front = { kind: 'front_document', reason: 'dark' } as const;
    const one = photosAskedEmail(sender, { ...to, photos: [front] });
    expect(one.subject).toContain('una foto');
    expect(one.text).toContain(`El frente de tu ${document}: Salió oscura`);
    expect(one.text).toContain('sacala de nuevo');
    const two = photosAskedEmail(sender, { ...to, photos: [front, { kind: 'avatar', reason: 'face' }] });
    expect(two.subject).toContain('unas fotos');
    expect(two.text).toContain(`La selfie con tu ${document}: No se ve bien tu cara`);
    expect(two.text).toContain('sacalas de nuevo');
  });

  test('a fraud reads like any identity that was not confirmed', () => {
    const of = (reason: string) => identityRejectedEmail(sender, { ...to, amount: '$1.000,00', reason }).text;
    expect(of('fraud')).toBe(of('unconfirmed'));
    expect(of('differs')).not.toBe(of('unconfirmed'));
    expect(rejectionSentence('fraud')).not.toMatch(/fraude/i);
  });

  test('a loan whose photos are looked at first is promised no day', () => {
    const { text } = loanConfirmedEmail(sender, {
      ...to,
      amount: '$1.000,00',
      instalments: 3,
      payment: '$400,00',
      finalAmount: '$1.200,00',
      firstDueDate: '11-07-2026',
      firstPayableUntil: '13-07-2026',
      rate: '100,00%',
      totalCost: '200,00%',
      arrival: undefined,
    });
    expect(text).toContain('revisamos las fotos de tu documento');
    expect(text).not.toContain('preparando el envío');
  });
});
