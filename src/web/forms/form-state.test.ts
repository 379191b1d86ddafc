import { expect, it } from 'vitest';
import { errorsOf, initialState, nextState, refusedFields, type Rules, shownError } from './form-state.ts';

interface Form extends Record<string, string> {
  email: string;
  password: string;
}
const rules: Rules<Form> = {
  email: (value) => (value.includes('@') ? undefined : 'mail'),
  password: (value, values) => (value && value !== values.email ? undefined : 'clave'),
};
const empty = initialState<Form>({ email: '', password: '' });

it('shows no error before the person has left the field', () => {
  const typing = nextState(empty, { type: 'typed', name: 'email', value: 'a' });
  expect(shownError(typing, rules, 'email')).toBeUndefined();
  const left = nextState(typing, { type: 'left', name: 'email' });
  expect(shownError(left, rules, 'email')).toBe('mail');
  expect(shownError(left, rules, 'password')).toBeUndefined();
  const mended = nextState(left, { type: 'typed', name: 'email', value: 'a@b' });
  expect(shownError(mended, rules, 'email')).toBeUndefined();
});

it('shows all errors after a submit', () => {
  const submitted = nextState(empty, { type: 'submitted' });
  expect(shownError(submitted, rules, 'email')).toBe('mail');
  expect(shownError(submitted, rules, 'password')).toBe('clave');
  expect(errorsOf(empty, rules)).toEqual({ email: 'mail', password: 'clave' });
});

it('knows the other fields in a rule', () => {
  const same = initialState<Form>({ email: 'a@b', password: 'a@b' });
  expect(errorsOf(same, rules)).toEqual({ password: 'clave' });
});

it("shows the server's message until that field is typed in or the form is sent again", () => {
  const filled = initialState<Form>({ email: 'a@b', password: 'x' });
  const fields = refusedFields({ email_address: 'ya existe', other: 'z' }, filled.values, {
    email: 'email_address',
  });
  expect(fields).toEqual({ email: 'ya existe' });
  const refused = nextState(nextState(filled, { type: 'sending' }), { type: 'refused', fields });
  expect(refused.busy).toBe(false);
  expect(shownError(refused, rules, 'email')).toBe('ya existe');
  const typed = nextState(refused, { type: 'typed', name: 'email', value: 'c@b' });
  expect(shownError(typed, rules, 'email')).toBeUndefined();
  const sent = nextState(nextState(refused, { type: 'sending' }), { type: 'sent' });
  expect(shownError(sent, rules, 'email')).toBeUndefined();
});
