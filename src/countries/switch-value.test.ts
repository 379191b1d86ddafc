import { expect, test } from 'vitest';
import { isOn } from './switch-value.ts';

test.each(['1', 'on', 'true', 'yes', 'si', ' Sí '])("'%s' switches on", (value) =>
  expect(isOn(value)).toBe(true),
);
test.each(['0', 'off', 'no', '', undefined])("'%s' does not", (value) => expect(isOn(value)).toBe(false));
