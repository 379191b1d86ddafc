import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contract } from '../contract/contract.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { WORK_LINES } from '../contract/staff/worklist.ts';
import { APPROVALS, askedOf, changesOf, headingOf } from './approvals.ts';
import { firedText } from './decision-rules.ts';
import { resumedText } from './invoices.ts';
import { CHANGE_KINDS } from './money.ts';
import { factsOf } from './facts.ts';
import { didText } from './operation.ts';
import { actionName, reasonName } from './texts.ts';
import { LINE_WORDS } from './worklist.ts';

/** Codes that staff read, from the contract and the sources that write them. */

const definitions = Object.entries(contract) as [string, Endpoint][];
const sources = join(import.meta.dirname, '..', 'server');
const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/\.test\.|testing\//.test(name))
  .map((name) => readFileSync(join(sources, name), 'utf8'));

/** Member names of flat literals that follow one of these words. */
function membersOf(words: string): string[] {
  const literal = new RegExp(`\\b(?:${words})(?:: | = )\\{([^{}]*)\\}`, 'g');
  const names = files
    .filter((text) => /subjectName|staffCommand|writeAudit/.test(text))
    .flatMap((text) => [...text.matchAll(literal)])
    .flatMap(([, body = '']) => body.split(','))
    .map((member) => /^\s*'?([a-z][\w-]*)'?\s*(?::|$)/.exec(member)?.[1] ?? '')
    .filter((name) => name !== '');
  return [...new Set(names)];
}

describe('every code that is shown has words', () => {
  test('reasons', () => {
    const codes = definitions.flatMap(([, { access, reasons = [] }]) => (access === 'staff' ? reasons : []));
    expect(codes.length).toBeGreaterThan(30);
    expect(codes.filter((code) => reasonName(code) === code)).toEqual([]);
  });

  test('requests for a second person, as made and as recorded', () => {
    const keys = definitions.filter(([, { approval }]) => approval !== undefined).map(([key]) => key);
    expect(Object.keys(APPROVALS).toSorted()).toEqual(keys.toSorted());
    expect(keys.filter((key) => actionName(key) === key)).toEqual([]);
  });

  test('facts of actions', () => {
    const names = membersOf('before|after');
    expect(names.length).toBeGreaterThan(25);
    const unnamed = names.filter((name) =>
      factsOf(JSON.stringify({ [name]: 'x' }))[0]?.startsWith(`${name}:`),
    );
    expect(unnamed).toEqual([]);
  });

  test('states among these facts', () => {
    const codes = files
      .filter((text) => /subjectName|staffCommand/.test(text))
      .flatMap((text) => [...text.matchAll(/\b(?:before|after): \{ state: '([\w-]+)'/g)])
      .map(([, code = '']) => code);
    expect(codes.length).toBeGreaterThan(5);
    expect(codes.filter((code) => factsOf(JSON.stringify({ state: code }))[0]?.endsWith(code))).toEqual([]);
  });

  test('counts of each day’s work', () => {
    const names = files
      .flatMap((text) => [...text.matchAll(/Promise<DayFigures>[\s\S]*?\n\}/g)])
      .flatMap(([body]) => [...body.matchAll(/return \{([^{}]*)\}/g)])
      .flatMap(([, body = '']) => body.split(','))
      .map((member) => /^\s*([a-z]\w*)\s*(?::|$)/.exec(member)?.[1] ?? '')
      .filter((name) => name !== '');
    expect(names.length).toBeGreaterThan(3);
    expect(names.filter((name) => didText(JSON.stringify({ [name]: 1 })) === `1 ${name}`)).toEqual([]);
  });

  test('lines of the worklist', () => {
    expect(Object.keys(LINE_WORDS).toSorted()).toEqual(Object.keys(WORK_LINES).toSorted());
  });
});

test('a change shows its values as people write them; context and ledger are separate', () => {
  const shown = changesOf({
    before: JSON.stringify({ state: 'unmatched', loan: 7, loan_state: 'approved', ledger: { bank: '$1' } }),
    after: JSON.stringify({
      state: 'exact',
      loan_state: 'approved',
      paid_on: '2026-11-26',
      ledger: { bank: '$2' },
    }),
  });
  expect(shown.changes.map(({ name, before, after }) => [name, before, after])).toEqual([
    ['Estado', 'Sin identificar', 'Acreditado'],
    ['Pagado', '', '26-11-2026'],
  ]);
  expect(shown.context.map(({ name, before }) => [name, before])).toEqual([['Préstamo', '7']]);
  expect(shown.ledger).toHaveLength(1);
});

test('a request to change a loan says which change, and a waiver how much', () => {
  const asked = (change: string, words: string) =>
    askedOf({
      action: 'POST /api/staff/loans/{id}/changes',
      change,
      after: JSON.stringify({ change: words }),
    });
  expect(asked('waive', 'Quita de hasta $30,00')).toEqual({
    ask: 'Quita de hasta $30,00',
    effect: CHANGE_KINDS.waive.effect,
  });
  expect(asked('plan', 'Acuerdo de pago: 3 cuotas').ask).toBe('Ofrecer un plan');
  expect(asked('', '').ask).toBe('Cambiar un préstamo');
});

test('a request names the person where its subject repeats the kind, and shows its sum apart', () => {
  const named = (action: string, subject: string, subject_name: string, amount: number | null = null) =>
    headingOf({
      action,
      subject,
      subject_name,
      amount,
      currency: 'ARS',
      person: 'Ana Paz',
      change: '',
      after: '{}',
    });
  expect(
    named('POST /api/staff/requests/cancellation/{id}/accept', 'cancellation:1', 'Cancelación de préstamo'),
  ).toBe('Cancelar un préstamo: Ana Paz');
  expect(named('POST /api/staff/exceptions/{id}/override', 'exception:1', 'Excepción 1')).toBe(
    'Aprobar una solicitud contra las reglas: Ana Paz',
  );
  expect(named('POST /api/staff/pay-outs/{id}/release', 'pay-out:4', 'Préstamo 4, $30,00', 30)).toBe(
    'Soltar un envío retenido: Préstamo 4, Ana Paz',
  );
  expect(named('POST /api/staff/money/files', 'settlement:2', 'abitab: a.csv')).toBe(
    'Registrar la rendición de Abitab (a.csv)',
  );
});

test('a rule that fired reads by the facts that it saw', () => {
  const values = [{ fact: 'bureau', value: 'unavailable' }];
  expect(firedText({ result: 'review', values })).toEqual({
    saw: 'Central de deudores: no respondió',
    result: 'Lo decide una persona',
  });
});

test('a series that is resumed says its next number and how many leave', () => {
  expect(resumedText({ last: 15, waiting: 11 })).toBe('Sigue con el 16; salen 11 que esperan.');
  expect(resumedText({ last: null, waiting: 0 })).toBe(
    'Sigue con el número que diga la autoridad; no espera ninguna.',
  );
});

test('a day’s work is counted in words, with one as one and none as sound', () => {
  const said = (did: Record<string, number>) => didText(JSON.stringify(did));
  expect(said({ broken: 0, unbalanced: 0, transactions: 36 })).toBe('36 asientos, todos suman cero');
  expect(said({ broken: 0, unbalanced: 1, transactions: 36 })).toBe('36 asientos, 1 que no suma cero');
  expect(said({ broken: 2, unbalanced: 0, transactions: 36 })).toBe('36 asientos, todos suman cero, 2 rotos');
  expect(said({ contradicting: 0, loans: 1 })).toBe('1 préstamo, sin contradicciones');
});
