import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';

/** An empty folder of one's own, which goes with the run. */
export function newFolder(): string {
  return mkdtempSync(join(inject('folder'), 'own-'));
}
