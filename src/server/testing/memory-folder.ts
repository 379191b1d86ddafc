import { access, constants, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

/** Files that are never written to a disk, on Linux; in a container often a few megabytes. */
const MEMORY = '/dev/shm';
/** Bytes: the databases of a run take five gigabytes at its end, and the run itself needs a few. */
const ROOM = 10 * 2 ** 30;

/** Where databases of tests may stand, those of runs before too. */
export const DATABASE_FOLDERS: readonly string[] = [tmpdir(), MEMORY];

/** Where those of this run stand: thousands of small files are made and removed fastest where no disk is told. */
export async function databaseFolder(): Promise<string> {
  return (await hasRoom()) ? MEMORY : tmpdir();
}

async function hasRoom(): Promise<boolean> {
  try {
    await access(MEMORY, constants.W_OK);
    const { bavail, bsize } = await statfs(MEMORY);
    return Math.min(bavail * bsize, process.availableMemory()) > ROOM;
  } catch {
    return false;
  }
}
