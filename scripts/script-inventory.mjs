// Writes the list of every script that was built, with its SHA-256: node scripts/script-inventory.mjs <folder>.
// The card pages load no other (PCI 6.4.3); scripts/check-card-page.mjs compares a site with it (11.6.1).
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2];
const scripts = readdirSync(join(folder, 'assets'))
  .filter((name) => name.endsWith('.js'))
  .toSorted()
  .map((name) => [`/assets/${name}`, sha256(readFileSync(join(folder, 'assets', name)))]);
writeFileSync(
  join(folder, '.vite', 'scripts.json'),
  JSON.stringify(Object.fromEntries(scripts), undefined, 2),
);

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}
