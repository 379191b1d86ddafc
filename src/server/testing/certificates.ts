import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'certificates');

/** Files of certificates for `localhost`, `api` and 127.0.0.1, of one authority that only tests trust. */
export const certificateFiles = (name: 'first' | 'second') => ({
  cert: join(folder, `${name}.crt`),
  key: join(folder, `${name}.key`),
});

export const authorityFile = join(folder, 'authority.crt');
export const authority = readFileSync(authorityFile, 'utf8');
