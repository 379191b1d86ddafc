import { appendFileSync } from 'node:fs';
import { inject } from 'vitest';
import { isSecret } from './found-secrets.ts';

/** Notes what a person was given and nobody else may have (a session's token, a link), to be looked for at the end. */
export function noteSecret(secret: unknown): void {
  const isTestRun = process.env.VITEST_POOL_ID !== undefined;
  if (isTestRun && typeof secret === 'string' && isSecret(secret))
    appendFileSync(inject('secrets'), `${secret}\n`);
}
