import { beforeEach, expect, test, vi } from 'vitest';
import { forgetDrafts, saveDraft, readDraft } from './draft.ts';

/** Browser-like storage, whose own keys are its entries. */
class Tab {
  readonly [key: string]: unknown;
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(this[key]) : null;
  }
  setItem(key: string, value: string): void {
    Object.assign(this, { [key]: value });
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
}

beforeEach(() => vi.stubGlobal('sessionStorage', new Tab()));

const of = (person: string, ticket: string) => ({ person, ticket });

test('an answer that was not sent is of its person and ticket', () => {
  saveDraft(of('1', '7'), 'Hola');
  expect(readDraft(of('1', '7'))).toBe('Hola');
  expect([readDraft(of('1', '8')), readDraft(of('2', '7')), readDraft(of('11', '7'))]).toEqual(['', '', '']);
  saveDraft(of('1', '7'), '  ');
  expect(Object.keys(sessionStorage)).toEqual([]);
});

test('the next person finds no drafts of the previous one, and signing out deletes them', () => {
  saveDraft(of('1', '7'), 'De Ana');
  saveDraft(of('2', '7'), 'De Eva');
  sessionStorage.setItem('consola.ingreso', 'x');
  forgetDrafts('2');
  expect([readDraft(of('1', '7')), readDraft(of('2', '7'))]).toEqual(['', 'De Eva']);
  forgetDrafts();
  expect(readDraft(of('2', '7'))).toBe('');
  expect(sessionStorage.getItem('consola.ingreso')).toBe('x');
});
