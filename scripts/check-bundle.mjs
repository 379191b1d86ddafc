// The borrower's bundle has nothing of the staff's console: node scripts/check-bundle.mjs <folder>.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2];
/** Shared by every screen of the console: its calls. */
const OF_CONSOLE = '/api/staff/';

const faults = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(js|css|html)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((file) => readFileSync(file, 'utf8').includes(OF_CONSOLE));
for (const file of faults) console.error(`${file} has a call of the staff's console`);
process.exitCode = faults.length === 0 ? 0 : 1;
