// Compares a card page, as a browser gets it, with what was built here: node scripts/check-card-page.mjs <address>.
// Prints every script that is not in the inventory, was changed or is inline, and a weaker policy; exit code 1.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from './install.mjs';

const SCRIPT = /<script\b(?<attributes>[^>]*)>(?<text>[\s\S]*?)<\/script>/gi;
const PRELOAD = /<link\b[^>]*\brel="?modulepreload"?[^>]*>/gi;
const HANDLER = /<[a-z][^>]*\son[a-z]+\s*=/i;

const [address] = process.argv.slice(2);
if (!address) {
  console.error('Which page? node scripts/check-card-page.mjs https://…/debit-payment/x');
  process.exit(2);
}
const inventory = JSON.parse(readFileSync(join(ROOT, 'dist', 'web', '.vite', 'scripts.json'), 'utf8'));
const page = await fetch(address, { redirect: 'error' });
const html = await page.text();
const faults = [...policyFaults(page.headers.get('content-security-policy') ?? ''), ...pageFaults(html)];
for (const [path, expected] of Object.entries(inventory)) {
  const answer = await fetch(new URL(path, address), { redirect: 'error' });
  const found = createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex');
  if (!answer.ok) faults.push(`${path} is missing: ${answer.status}`);
  else if (found !== expected) faults.push(`${path} was changed`);
}
for (const fault of faults) console.error(fault);
if (faults.length === 0) console.log(`${Object.keys(inventory).length} scripts as they were built`);
process.exitCode = faults.length === 0 ? 0 : 1;

/** Configured providers may be in the policy (docs/operations.md); code in the page itself may not. */
function policyFaults(policy) {
  const rule = policy
    .split(';')
    .map((each) => each.trim())
    .find((each) => each.startsWith('script-src '));
  if (rule === undefined) return ['the page has no policy for scripts'];
  return rule
    .split(/\s+/)
    .filter((source) => /^'(?!self'$)|^\*$|^(?:https?|data|blob):$/.test(source))
    .map((source) => `the policy lets in ${source}`);
}

function pageFaults(text) {
  const found = [];
  for (const { groups } of text.matchAll(SCRIPT)) {
    const source = /\bsrc="?(?<path>[^"\s>]+)/.exec(groups.attributes)?.groups?.path;
    if (source === undefined)
      found.push(`the page carries code of its own: ${groups.text.trim().slice(0, 60)}`);
    else if (!(source in inventory)) found.push(`${source} is not in the inventory`);
  }
  for (const [tag] of text.matchAll(PRELOAD)) {
    const source = /\bhref="?(?<path>[^"\s>]+)/.exec(tag)?.groups?.path ?? '';
    if (!(source in inventory)) found.push(`${source} is not in the inventory`);
  }
  if (HANDLER.test(text)) found.push('the page carries code in an attribute');
  return found;
}
