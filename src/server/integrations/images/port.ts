/** Private storage of files under keys that we choose. */
export interface ImageStore {
  put(key: string, bytes: Buffer): Promise<void>;
  /** @returns undefined when there is no such key */
  get(key: string): Promise<Buffer | undefined>;
  delete(key: string): Promise<void>;
  /** The keys of everything that is stored. */
  list(): Promise<readonly string[]>;
}
