import type { z } from 'zod';
import { fail, failFields, ok, type Result } from './result.ts';

const required = 'Campo requerido.';
const wrong = 'El dato ingresado no es válido.';

/** Parses one part of a request; zod's issues become one Spanish sentence per field. */
export function parsePart(schema: z.ZodType | undefined, value: unknown): Result<unknown> {
  if (!schema) return ok(undefined);
  const parsed = schema.safeParse(value);
  if (parsed.success) return refuseNul(parsed.data);
  // A map, because a member can have any name: on an object, `__proto__` would not become a field.
  const fields = new Map<string, string>();
  for (const issue of parsed.error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) fields.set(key, wrong);
      continue;
    }
    const name = issue.path.map(String).join('.');
    if (name === '') return fail('bad_request');
    if (!fields.has(name)) fields.set(name, isMissing(value, issue.path) ? required : wrong);
  }
  return failFields(Object.fromEntries(fields));
}

/** Refuses U+0000, which PostgreSQL's text cannot store and no field needs. */
function refuseNul(data: unknown): Result<unknown> {
  if (typeof data !== 'object' || data === null) return ok(data);
  const wrongFields = Object.entries(data).filter(([, value]) => hasNul(value));
  return wrongFields.length === 0
    ? ok(data)
    : failFields(Object.fromEntries(wrongFields.map(([name]) => [name, wrong])));
}

/** Iterative, because unchecked input may be nested as deeply as its size allows. */
function hasNul(value: unknown): boolean {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const current = open.pop();
    if (typeof current === 'string' && current.includes('\0')) return true;
    if (typeof current === 'object' && current !== null) open.push(...Object.values(current));
  }
  return false;
}

function isMissing(value: unknown, path: readonly PropertyKey[]): boolean {
  let current: unknown = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null) return true;
    current = Reflect.get(current, key);
  }
  return current === undefined || current === null || current === '';
}
