import { describe, expect, test } from 'vitest';
import { packOf } from '../index.ts';
import { messageNames, sampleMessages, sampleUrl } from '../testing/sample-messages.ts';
import { passkeyEmail, passwordChangedEmail, type PasskeysThen } from './access-messages.ts';
import { loanPaidOutEmail } from './messages.ts';
import { referralAccruedEmail } from './referral-messages.ts';

/** The GSM 7-bit alphabet (3GPP TS 23.038) as far as Spanish uses it. */
const GSM_7 = /^[A-Za-z0-9 \n@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%&'()*+,\-./:;<=>?¡ÄÖÑÜ§¿äöñüà]*$/;

/** Words that only another language, a form of address that is not ours, or a fault in a template would bring. */
const FOREIGN = /\b(the|your|you|click|undefined|null|NaN|usted|haga|puede usted|tú|tienes|puedes)\b|\{|\}/i;

test('the table below has every message that the product can send', () => {
  expect(Object.keys(sampleMessages('AR')).toSorted()).toEqual([...messageNames].toSorted());
});

describe.each(['AR', 'UY'] as const)('%s', (code) => {
  const messages = Object.entries(sampleMessages(code));
  const emails = messages.flatMap(([name, message]) =>
    'letter' in message ? [[name, message] as const] : [],
  );
  const texts = messages.filter(([, message]) => !('letter' in message));

  test.each(messages)('%s speaks Spanish and leaves nothing unfilled', (_name, { text }) => {
    expect(text).not.toMatch(FOREIGN);
    expect(text).not.toMatch(/<[a-z]/i);
    expect(text).toContain('Wayni');
  });

  test.each(texts)('%s fits in one SMS', (_name, { text }) => {
    expect(text).toMatch(GSM_7);
    expect(text.length).toBeLessThanOrEqual(160);
  });

  test.each(emails)(
    '%s has a subject that an inbox shows whole, and a greeting',
    (_name, { subject, text }) => {
      expect(subject.length).toBeGreaterThan(8);
      expect(subject.length).toBeLessThanOrEqual(60);
      expect(text).toMatch(/^Hola María de los Ángeles:\n\n/);
      expect(text).toMatch(/\n\nEl equipo de Wayni(\n\n|$)/);
      expect(text).toContain(`: ${sampleUrl}`);
    },
  );

  test('no two e-mails have the same subject', () => {
    expect(new Set(emails.map(([, { subject }]) => subject)).size).toBe(emails.length);
  });
});

test('mails about passkeys say which, and only to who had one that it is gone', () => {
  const sender = { brand: 'Wayni', pack: packOf('AR') };
  const to = { firstName: 'Ana', url: 'https://wayni.example' };
  const removed = passkeyEmail(sender, { ...to, device: '', change: 'removed' });
  expect(removed.subject).toBe('Quitaste una llave de acceso');
  expect(removed.text).toContain('Se quitó una llave de acceso de tu cuenta de Wayni.');
  const named = passkeyEmail(sender, { ...to, device: 'Chrome en Android', change: 'added' });
  expect(named.text).toContain('tu cuenta de Wayni (Chrome en Android).');
  const changed = (passkeys: PasskeysThen) => passwordChangedEmail(sender, { ...to, passkeys }).text;
  expect(changed('removed')).toContain('quitamos tus llaves de acceso');
  expect(changed('kept')).toContain('Tus llaves de acceso siguen sirviendo');
  expect(changed('none')).not.toContain('llaves');
});

test('cash is told where it is collected, a transfer that it is on its way', () => {
  const sender = { brand: 'Wayni', pack: packOf('UY') };
  const loan = {
    firstName: 'Ana',
    amount: '$5.683,72',
    url: 'https://wayni.example',
    receiptUrl: 'https://r',
  };
  const cash = loanPaidOutEmail(sender, { ...loan, place: 'Red Pagos' });
  expect(cash.subject).toBe('¡Tu dinero está listo para retirar!');
  expect(cash.text).toContain('Retirá $5.683,72 en Red Pagos.');
  const sent = loanPaidOutEmail(sender, { ...loan, place: '' });
  expect(sent.subject).toBe('¡Tu dinero está en camino!');
  expect(sent.text).toContain('Ya enviamos $5.683,72.');
});

test.each([
  [true, 'Lo descontamos automáticamente de lo que te falta pagar'],
  [false, 'Te espera para tu próximo préstamo.'],
])('a reward of somebody with a loan in force: %s', (hasLoan, says) => {
  const sender = { brand: 'Wayni', pack: packOf('AR') };
  const facts = { firstName: 'Ana', amount: '$5.000', url: 'https://wayni.example', hasLoan };
  expect(referralAccruedEmail(sender, facts).text).toContain(says);
});
