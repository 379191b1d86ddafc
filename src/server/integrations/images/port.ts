import { createHash } from 'node:crypto';
import type { Logger } from '../../platform/logger.ts';
import { sameBytes } from '../../platform/secrets.ts';

/** Private file storage under keys chosen by the caller. */
export interface ImageStore {
  put(key: string, bytes: Buffer): Promise<void>;
  /** @returns undefined if the key does not exist @throws UnreadableFileError */
  get(key: string): Promise<Buffer | undefined>;
  delete(key: string): Promise<void>;
  list(): AsyncIterable<string>;
}

/** The bytes exist, but were altered, or their secret is not accepted. */
class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
}

/** @throws UnreadableFileError if `decrypt` fails */
export function orUnreadable<T>(decrypt: () => T): T {
  try {
    return decrypt();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnreadableFileError(`altered, or of a secret that is not accepted: ${reason}`, {
      cause: error,
    });
  }
}

/** Store that encrypts each file with its own key. */
export interface EncryptedImageStore extends ImageStore {
  /**
   * Re-encrypts file keys from other accepted secrets with the current one, so that those can be retired.
   * Safe at any time and in several workers at once.
   */
  takeKeysOver(isStopped?: () => boolean): Promise<KeysTakenOver>;
}

export interface KeysTakenOver {
  readonly rewrapped: number;
  /** True if files are left that no accepted secret can decrypt. */
  readonly isUnreadable: boolean;
}

interface Deps {
  readonly ports: { readonly images: Pick<ImageStore, 'get'> };
  readonly log: Logger;
}

interface StoredFile {
  readonly storageKey: string;
  /** Digest of the stored bytes, if the row has one. */
  readonly sha256?: Buffer;
}

/** Reads the file named by a row; returns undefined, and logs with `of`, if it is missing or altered. */
export async function readWhole(
  { ports, log }: Deps,
  { storageKey, sha256 }: StoredFile,
  of: Readonly<Record<string, number | string>>,
): Promise<Buffer | undefined> {
  const message = 'a stored file is gone or altered';
  try {
    const bytes = await ports.images.get(storageKey);
    if (bytes && (!sha256 || sameBytes(createHash('sha256').update(bytes).digest(), sha256))) return bytes;
    log.error(of, message);
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    log.error({ ...of, err: error }, message);
  }
  return undefined;
}
