// Takes out of a copy of the sources what an image does not run with: tests, and, unless it is for demonstrations,
// every provider's stand-in, /sandbox and the demo customers (docs/operations.md#containers).
//
//   node scripts/image-sources.mjs <folder of the copy of src> [demo]
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const TESTS = {
  folder: /^(?:testing|testdata)$/,
  file: /\.test\.tsx?$|\.test-program\.ts$/,
};
const STAND_INS = { folder: /^sandbox$/, file: /^sandbox(?:-.*)?\.ts$/ };

const [folder, kind] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Give the folder of the copy.');
  process.exit(1);
}
remove(folder, TESTS);
if (kind !== 'demo') remove(join(folder, 'server'), STAND_INS);

function remove(from, what) {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const path = join(from, entry.name);
    if (!entry.isDirectory()) {
      if (what.file.test(entry.name)) rmSync(path);
    } else if (what.folder.test(entry.name)) {
      rmSync(path, { recursive: true });
    } else {
      remove(path, what);
    }
  }
}
