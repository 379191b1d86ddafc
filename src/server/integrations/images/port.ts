/** Private storage of files under keys that we choose. */
export interface ImageStore {
  put(key: string, bytes: Buffer): Promise<void>;
  /** @returns undefined when there is no such key */
  get(key: string): Promise<Buffer | undefined>;
  delete(key: string): Promise<void>;
  /** The keys of everything that is stored. */
  list(): AsyncIterable<string>;
}

/** The same, whose files are encrypted, each with a key of its own. */
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
