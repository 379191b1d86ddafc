import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Server } from 'node:https';
import { createSecureContext } from 'node:tls';
import { ConfigError, type Config } from '../config.ts';
import type { Logger } from '../logger.ts';
import { reasonOf } from '../trouble.ts';
import { STRONG_TLS } from './strong-tls.ts';

/** Certificate with its chain, and its key, both PEM. */
interface Pair {
  readonly cert: string;
  readonly key: string;
}

type TlsOptions = Pair & typeof STRONG_TLS & { readonly honorCipherOrder: true };

/** Certificate for clients that connect to the process by TLS. */
export interface Certificate {
  readonly options: TlsOptions;
  /** Updates a node:https server whenever the files change. */
  follow(server: object): void;
  close(): void;
}

/** Often enough for certificates that last a day. */
const usualLookMs = 10_000;

/**
 * Opens the configured certificate. Its files are checked periodically, so that a renewal needs no restart.
 * @throws ConfigError if a file cannot be read, or certificate and key do not match
 */
export function openCertificate(
  {
    TLS_CERTIFICATE_PATH: certPath,
    TLS_KEY_PATH: keyPath,
  }: Pick<Config, 'TLS_CERTIFICATE_PATH' | 'TLS_KEY_PATH'>,
  log: Logger,
  lookMs = usualLookMs,
): Certificate | undefined {
  if (certPath === undefined || keyPath === undefined) return undefined;
  let seen: Pair = {
    cert: readNow('TLS_CERTIFICATE_PATH', certPath),
    key: readNow('TLS_KEY_PATH', keyPath),
  };
  let used = seen;
  requirePair(seen);
  const servers = new Set<Server>();
  const look = async () => {
    const [cert, key] = await Promise.all([readFile(certPath, 'utf8'), readFile(keyPath, 'utf8')]);
    if (cert === seen.cert && key === seen.key) return;
    seen = { cert, key };
    requirePair(seen);
    used = seen;
    for (const server of servers) server.setSecureContext(optionsOf(used));
    log.info({}, 'the certificate was reloaded');
  };
  // A half-written file, or one of a pair that is not replaced yet, is read again at its next change.
  const timer = setInterval(() => {
    look().catch((error: unknown) => log.warn({ err: error }, 'the certificate could not be reloaded'));
  }, lookMs);
  timer.unref();
  return {
    get options() {
      return optionsOf(used);
    },
    follow(server) {
      if (server instanceof Server) servers.add(server);
    },
    close: () => clearInterval(timer),
  };
}

const optionsOf = (pair: Pair): TlsOptions => ({ ...pair, ...STRONG_TLS, honorCipherOrder: true });

function readNow(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError(`The setting ${name} is wrong: ${path} cannot be read (${reasonOf(error)}).`);
  }
}

/** Refuses an empty file, which is being written: a server would be created without a certificate. */
function requirePair(pair: Pair): void {
  try {
    if (pair.cert.trim() === '' || pair.key.trim() === '') throw new Error('a file is empty');
    createSecureContext(pair);
  } catch (error) {
    throw new ConfigError(
      `The settings TLS_CERTIFICATE_PATH and TLS_KEY_PATH are wrong: ${reasonOf(error)}.`,
      { cause: error },
    );
  }
}
