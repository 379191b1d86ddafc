import { expect, test } from 'vitest';
import { COUNTRIES } from '../countries.ts';
import { sampleMessages } from '../testing/sample-messages.ts';

/** docs/decisions/0140: a message states facts; each condition that is left has its reason here. */
const CONDITIONS: readonly { readonly says: RegExp; readonly because: string }[] = [
  {
    says: /^Si (no )?(fuiste vos|pediste|lo pediste|la pediste)/,
    because: 'only the reader knows who did it',
  },
  { says: /^Si (ahora|este mes) no llegás a pagarla/, because: 'only the reader knows' },
  { says: /Si ya pagaste/, because: 'a network may not have reported the payment yet' },
  { says: /^Si ya lo devolviste dentro del plazo/, because: 'a network may not have reported it yet' },
  { says: /^Si (preferís|querés|no querés|ya no lo querés)/, because: 'a choice of the reader' },
  { says: /^Si (creés que es|hubo) un error/, because: 'a choice of the reader' },
  { says: /^Si alguna no es tuya|si eran tuyas|si alguna no es tuya/, because: 'only the reader knows' },
  { says: /^Si (ese|el) (número|pago|documento) /, because: 'only the reader knows' },
  {
    says: /^Si (generaste un pago|la pagás antes|pedís ese pago)/,
    because: 'what the reader may do until then',
  },
  { says: /^Si lo recibís ese día/, because: 'the day of a late delivery is announced, not certain' },
  { says: /^Si la transferencia no te llegó|^Si no te llegó/, because: 'only the reader sees the account' },
  { says: /^Si el dinero no vuelve/, because: 'what the reader may do until then' },
  { says: /^Si te arrepentís|^Si la confirmás/, because: 'what the reader may do until then' },
  { says: /^Si tenés el dinero en la cuenta/, because: 'only the reader sees the account' },
  { says: /^Si nos escribís de nuevo|^Si no lo ves mañana/, because: 'what the reader may do' },
  { says: /^Si pagás .* hasta el|^Si no se completa/, because: 'what the reader may do until then' },
  { says: /^Revisá los datos de tu cuenta/, because: 'only the reader knows the account' },
  { says: /si hace falta, cada día hábil/, because: 'each attempt may be put off again' },
];

test.each(COUNTRIES)('%s: every condition in a message has its reason', (code) => {
  const open = Object.entries(sampleMessages(code)).flatMap(([name, { text }]) =>
    text
      .split(/(?<=[.:!?])\s+|\n+/)
      .filter((sentence) => /(^|[\s(])[Ss]i\s/.test(sentence))
      .filter((sentence) => !CONDITIONS.some(({ says }) => says.test(sentence)))
      .map((sentence) => `${name}: ${sentence}`),
  );
  expect(open).toEqual([]);
});

test('no message speaks of an automatic debit in general', () => {
  for (const code of COUNTRIES)
    for (const { text } of Object.values(sampleMessages(code)))
      expect(text).not.toMatch(/si .*(tenés débito|tenés una tarjeta|no tenés una)/i);
});
