import { createHash } from 'node:crypto';
import type { Logger } from '../../platform/logger.ts';
import { sameBytes } from '../../platform/secrets.ts';

/** Private storage of files under keys that we choose. */
export interface ImageStore {
  put(key: string, bytes: Buffer): Promise<void>;
  /**
   * @returns undefined when there is no such key
   * @throws UnreadableFileError
   */
  get(key: string): Promise<Buffer | undefined>;
  delete(key: string): Promise<void>;
  /** The keys of everything that is stored. */
  list(): AsyncIterable<string>;
}

/** The bytes exist but are not the encrypted ones, or their secret is not accepted. */
class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
}

/** @throws UnreadableFileError when what decrypts fails */
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
   * Encrypts the keys of files with the present secret where another accepted one did, so that the other one can be
   * retired. Safe to run at any time, by several workers at once.
   */
  takeKeysOver(isStopped?: () => boolean): Promise<KeysTakenOver>;
}

export interface KeysTakenOver {
  readonly rewrapped: number;
  /** There are files left that no accepted secret opens. */
  readonly isUnreadable: boolean;
}

interface Deps {
  readonly ports: { readonly images: Pick<ImageStore, 'get'> };
  readonly log: Logger;
}

interface StoredFile {
  readonly storageKey: string;
  /** Digest of the stored bytes, if a row has one. */
  readonly sha256?: Buffer;
}

/** Bytes of a file named by a row; undefined, and logged with `of`, if they are missing or altered. */
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
