import { z } from 'zod';
import { fail, failFields, ok, type Result } from './result.ts';

const required = 'Campo requerido.';
const wrong = 'El dato ingresado no es válido.';

/** Parses one part of a request; zod's issues become one Spanish sentence a field. */
export function parsePart(schema: z.ZodType | undefined, value: unknown): Result<unknown> {
  if (!schema) return ok(undefined);
  const parsed = schema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) fields[String(key)] = wrong;
      continue;
    }
    const name = issue.path.map(String).join('.');
    if (name === '') return fail('bad_request');
    fields[name] ??= isMissing(value, issue.path) ? required : wrong;
  }
  return failFields(fields);
}

function isMissing(value: unknown, path: readonly PropertyKey[]): boolean {
  let current: unknown = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null) return true;
    current = Reflect.get(current, key);
  }
  return current === undefined || current === null || current === '';
}
