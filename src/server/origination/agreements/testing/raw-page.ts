import http from 'node:http';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { ENTRIES } from '../../../../countries/entries.ts';

/** An answer with its bytes as they came. */
export interface Page {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** Opens an address of the product without a token, as a browser's address bar does. */
export function pageOf(port: number, path: string, { country }: { country: CountryCode }): Promise<Page> {
  return new Promise((resolve, reject) => {
    http
      .get(
        { host: '127.0.0.1', port, path, headers: { host: `${ENTRIES[country].localHost}:${port}` } },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              bytes: Buffer.concat(chunks),
            }),
          );
        },
      )
      .on('error', reject);
  });
}
