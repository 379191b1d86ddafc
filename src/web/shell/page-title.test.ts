import { expect, test } from 'vitest';
import { pageTitle } from './page-title.ts';

test('a route without a title is the Formulario Web of the brand', () => {
  expect(pageTitle(undefined, 'Wayni')).toBe('Formulario Web | Wayni');
  expect(pageTitle('Estado de cuenta', 'Otra')).toBe('Estado de cuenta | Otra');
});
