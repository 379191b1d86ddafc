import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../platform/config.ts';
import { objectStoreOf, type ObjectStore } from '../../platform/object-store.ts';

export interface FoundResults {
  readonly name: string;
  readonly path: string;
  /** Changes whenever the file does. */
  readonly signature: string;
  readonly changedMs: number;
}

/** Exchange folder: our orders in `{rail}/orders`, the partner's results in `{rail}/results`. */
export interface PayoutFolder {
  /**
   * Identifies this process as the writer of a batch; the part before the colon identifies hosts that share
   * the folder.
   */
  readonly writer: string;
  /**
   * Stores a file of orders atomically and durably: the receiver never sees half of one.
   * @returns its location
   */
  putOrders(rail: string, name: string, bytes: Buffer): Promise<string>;
  results(rail: string): Promise<readonly FoundResults[]>;
  read(path: string): Promise<Buffer>;
}

const isResults = (name: string) => /^[^./][^/]*\.csv$/i.test(name);

export function payoutFolderOf(config: Config): PayoutFolder {
  const store = config.PAYOUT_STORE === 's3' ? objectStoreOf(config) : undefined;
  return store ? s3Folder(store) : directoryFolder(config.PAYOUT_DIR);
}

export function directoryFolder(directory: string): PayoutFolder {
  return {
    writer: `${hostname()}:${process.pid}`,
    putOrders: (rail, name, bytes) => putFile(join(directory, rail, 'orders'), name, bytes),
    async results(rail) {
      const folder = join(directory, rail, 'results');
      await mkdir(folder, { recursive: true });
      const names = (await readdir(folder)).filter(isResults);
      const files = await Promise.all(
        names.map(async (name) => {
          const path = join(folder, name);
          // Removed since the folder was listed.
          const facts = await stat(path).catch(() => undefined);
          if (facts?.isFile() !== true) return [];
          const { size, mtimeMs, ino } = facts;
          return [{ name, path, signature: `${ino} ${size} ${mtimeMs}`, changedMs: mtimeMs }];
        }),
      );
      return files.flat();
    },
    read: (path) => readFile(path),
  };
}

/** Objects under `payouts/`, visible to every process, so any of them may write an unwritten batch. */
export function s3Folder(store: ObjectStore): PayoutFolder {
  return {
    writer: `s3:${hostname()}/${process.pid}`,
    async putOrders(rail, name, bytes) {
      const key = `payouts/${rail}/orders/${name}`;
      await store.put(key, bytes);
      return key;
    },
    async results(rail) {
      const folder = `payouts/${rail}/results/`;
      const found = await store.list(folder);
      return found
        .map(({ key, etag, changedAt }) => ({
          name: key.slice(folder.length),
          path: key,
          signature: `${etag} ${changedAt.getTime()}`,
          changedMs: changedAt.getTime(),
        }))
        .filter(({ name }) => isResults(name));
    },
    async read(path) {
      const bytes = await store.get(path);
      if (!bytes) throw new Error(`${path} has been taken away`);
      return bytes;
    },
  };
}

/** @returns the file's path */
export async function putFile(folder: string, name: string, bytes: Buffer): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, name);
  // Unique name: if two processes write the same batch at once, both end with the same complete file.
  const temporary = join(folder, `.${name}.${randomUUID()}.tmp`);
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  return path;
}
