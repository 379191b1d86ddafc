import { expect, test } from 'vitest';
import { packOf } from '../index.ts';
import { loanChangedEmail, type ChangeNews } from './change-messages.ts';

const sender = { brand: 'Wayni', pack: packOf('AR') };

test.each<[ChangeNews, string]>([
  [{ kind: 'paused', from: '02-03-2026', to: '12-03-2026' }, 'no suma intereses por mora'],
  [{ kind: 'waived', amount: '$1.000,00', isFinished: false }, 'Decidimos no cobrarte $1.000,00'],
  [{ kind: 'waived', amount: '$1.000,00', isFinished: true }, 'no debés nada'],
  [{ kind: 'settlement-offered', amount: '$50.000,00', until: '12-03-2026' }, 'Si pagás $50.000,00 hasta el'],
  [{ kind: 'plan-offered', until: '12-03-2026' }, 'aceptalo con un código hasta el 12-03-2026'],
  [{ kind: 'agreed', next: '12-03-2026' }, 'Tu próxima cuota vence el 12-03-2026'],
  [{ kind: 'due-day-changed', next: '12-03-2026' }, 'La próxima vence el 12-03-2026'],
  [{ kind: 'accelerated', on: '12-03-2026' }, 'no te va a costar más'],
  [{ kind: 'undone', what: 'Demanda judicial iniciada' }, 'Demanda judicial iniciada'],
])('a change of a loan is told: %o', (news, words) => {
  const { text } = loanChangedEmail(sender, { firstName: 'Ana', news, url: 'https://a.example/' });
  expect(text).toContain(words);
});
