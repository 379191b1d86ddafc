import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An example of a provider's documents: `integrations/<provider>/examples/<name>.json`, its source beside it. */
export function example(provider: string, name: string): Record<string, unknown> {
  const file = join(import.meta.dirname, '..', provider, 'examples', `${name}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
}
