import { once } from 'node:events';
import { copyFile } from 'node:fs/promises';
import { Agent, createServer as createHttps, request } from 'node:https';
import { connect as connectPlain } from 'node:net';
import { join } from 'node:path';
import { connect, createServer, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authority, certificateFiles } from '../../testing/certificates.ts';
import { newFolder } from '../../testing/new-folder.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { ConfigError, parseConfig } from '../config.ts';
import { createLogger } from '../logger.ts';
import { STRONG_TLS } from './strong-tls.ts';
import { openCertificate } from './certificate.ts';

const { cert, key } = certificateFiles('first');
const settings = { TLS_CERTIFICATE_PATH: cert, TLS_KEY_PATH: key, OPERATIONS_PORT: '0' };

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings });
});
afterAll(() => product.close());

/** The end of a handshake: the protocol that was agreed on, or why none was. */
async function handshake(port: number, options: ConnectionOptions = {}): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', ca: authority, ...options });
  try {
    await once(socket, 'secureConnect');
    return `${socket.getProtocol()} ${socket.getCipher().standardName}`;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  } finally {
    socket.destroy();
  }
}

function get(port: number, path: string, ca: string | undefined): Promise<number | string | undefined> {
  return new Promise((resolve) => {
    const asked = request({ port, host: 'localhost', path, ca, agent: new Agent() }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.on('error', (error: NodeJS.ErrnoException) => resolve(error.code)).end();
  });
}

describe('a process with a certificate', () => {
  test('serves calls and operations by HTTPS, to those who trust it', async () => {
    for (const port of [product.port, product.operationsPort ?? 0]) {
      expect(await get(port, '/readyz', authority)).toBe(200);
      expect(await get(port, '/readyz', undefined)).toMatch(/CERT|SIGNATURE/);
    }
  });

  test('speaks TLS 1.2 and 1.3 by strong ciphers, and nothing else', async () => {
    for (const port of [product.port, product.operationsPort ?? 0]) {
      expect(await handshake(port)).toMatch(/^TLSv1\.3 TLS_AES_256_GCM_SHA384$/);
      expect(await handshake(port, { maxVersion: 'TLSv1.2' })).toMatch(
        /^TLSv1\.2 TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384$/,
      );
      const weak = { minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
      for (const maxVersion of ['TLSv1', 'TLSv1.1'] as const)
        expect(await handshake(port, { ...weak, maxVersion })).toMatch(/PROTOCOL_VERSION/);
      const withoutMode = { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA256' } as const;
      expect(await handshake(port, withoutMode)).toMatch(/HANDSHAKE_FAILURE/);
    }
  });

  test('answers nothing to who speaks plain HTTP, and goes on', async () => {
    const socket = connectPlain({ port: product.port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    let said = '';
    socket.on('data', (chunk: Buffer) => (said += chunk.toString('latin1')));
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(socket, 'close');
    expect(said).not.toContain('200');
    expect(await get(product.port, '/healthz', authority)).toBe(200);
  });
});

describe('the certificate', () => {
  test('is taken anew while the process runs, once both files belong together', async () => {
    const folder = newFolder();
    const paths = { TLS_CERTIFICATE_PATH: join(folder, 'c'), TLS_KEY_PATH: join(folder, 'k') };
    const put = async (name: 'first' | 'second') => {
      const files = certificateFiles(name);
      await copyFile(files.cert, paths.TLS_CERTIFICATE_PATH);
      await copyFile(files.key, paths.TLS_KEY_PATH);
    };
    await put('first');
    const certificate = openCertificate(paths, createLogger('silent'), 20)!;
    const server = createHttps(certificate.options).listen(0, '127.0.0.1');
    certificate.follow(server);
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const shown = async () => {
      const socket: TLSSocket = connect({ port, host: '127.0.0.1', servername: 'localhost', ca: authority });
      await once(socket, 'secureConnect');
      const { CN } = socket.getPeerCertificate().subject;
      socket.destroy();
      return CN;
    };
    expect(await shown()).toBe('first');
    await copyFile(certificateFiles('second').cert, paths.TLS_CERTIFICATE_PATH);
    expect(await shown()).toBe('first');
    await put('second');
    await expect.poll(shown, { timeout: 10_000 }).toBe('second');
    certificate.close();
    server.close();
  });

  test.each<[string, Record<string, string>, RegExp]>([
    [
      'of a file that is not there',
      { TLS_CERTIFICATE_PATH: '/none' },
      /TLS_CERTIFICATE_PATH is wrong: \/none/,
    ],
    [
      'of another key',
      { TLS_KEY_PATH: certificateFiles('second').key },
      /TLS_KEY_PATH are wrong: .*mismatch/,
    ],
    ['that is empty', { TLS_CERTIFICATE_PATH: '/dev/null' }, /are wrong: a file is empty/],
    ['that is none', { TLS_CERTIFICATE_PATH: key }, /TLS_CERTIFICATE_PATH and TLS_KEY_PATH are wrong/],
  ])('%s stops the start with a sentence', (_what, change, sentence) => {
    const open = () =>
      openCertificate({ TLS_CERTIFICATE_PATH: cert, TLS_KEY_PATH: key, ...change }, createLogger('silent'));
    expect(open).toThrow(ConfigError);
    expect(open).toThrow(sentence);
  });

  test('without its key is refused', () => {
    const given = { DATA_DIR: product.dataDir, TLS_CERTIFICATE_PATH: cert };
    expect(() => parseConfig(given)).toThrow(/TLS_CERTIFICATE_PATH and TLS_KEY_PATH belong together/);
  });
});

test('a server that knows weak ciphers only is not spoken with', async () => {
  const weak = {
    minVersion: 'TLSv1.2',
    maxVersion: 'TLSv1.2',
    ciphers: 'ECDHE-ECDSA-AES128-SHA256',
  } as const;
  const server = createServer({ cert: readFileSync(cert), key: readFileSync(key), ...weak });
  server.on('tlsClientError', () => undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  expect(await handshake(port)).toBe('TLSv1.2 TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256');
  // As useStrongTls() sets it for a whole process, which a test shares with others.
  expect(await handshake(port, STRONG_TLS)).toMatch(/HANDSHAKE_FAILURE/);
  server.close();
});
