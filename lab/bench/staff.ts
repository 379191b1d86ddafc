import http from 'node:http';

export const consoleOrigin = 'http://consola.localhost';

export interface StaffAnswer {
  readonly status: number;
  readonly text: string;
  readonly cookie: string;
}

/** Calls the console over plain HTTP. @param cookie of the session; empty for none */
export function askAsStaff(
  port: number,
  method: string,
  path: string,
  cookie: string,
  body?: object,
): Promise<StaffAnswer> {
  const sent = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const headers = {
      host: 'consola.localhost',
      origin: consoleOrigin,
      cookie,
      ...(sent === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
    };
    const request = http.request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const [given = ''] = response.headers['set-cookie'] ?? [];
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(parts).toString(),
          cookie: given.split(';')[0] ?? '',
        });
      });
    });
    request.on('error', reject);
    request.end(sent);
  });
}
