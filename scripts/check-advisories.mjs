// Holds known faults of the packages that the product runs with to the times of docs/security-policies.md#packages.
// Reads what `npm audit --omit=dev --json` says; ends with 1 when one is new, or overdue.
//
//   npm audit --omit=dev --json | node scripts/check-advisories.mjs
//
// `.github/advisories.json` has those that are known: { "GHSA-…": { "seen": "2026-11-24", "reason": "…" } }.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from './install.mjs';

/** Days from the day on which it was seen. */
const DAYS = { critical: 2, high: 7, moderate: 30, low: 30, info: 30 };
const DAY_MS = 86_400_000;

const known = JSON.parse(
  readFileSync(process.env.ADVISORIES ?? join(ROOT, '.github', 'advisories.json'), 'utf8'),
);
const audit = JSON.parse(readFileSync(0, 'utf8'));
const advisories = found(audit);
const wrong = [...advisories].flatMap(([id, advisory]) => objection(id, advisory));
const stale = Object.keys(known)
  .filter((id) => !advisories.has(id))
  .map((id) => `${id} is known, and not there any more: take it out of .github/advisories.json`);

for (const line of [...wrong, ...stale]) console.error(line);
console.log(`${advisories.size} known faults of packages, ${wrong.length} new or overdue`);
process.exitCode = wrong.length + stale.length === 0 ? 0 : 1;

/** A package names the advisories of its own, and packages through which others reach it. */
function found({ vulnerabilities, error }) {
  if (vulnerabilities === undefined) {
    console.error(`The audit was not made: ${error?.summary ?? JSON.stringify(error)}`);
    process.exit(1);
  }
  const own = Object.values(vulnerabilities).flatMap(({ via }) =>
    via.filter((each) => typeof each !== 'string'),
  );
  return new Map(own.map((advisory) => [advisory.url.split('/').at(-1), advisory]));
}

function objection(id, { severity, name, title }) {
  const what = `${id} (${severity}, ${name}: ${title})`;
  const days = DAYS[severity] ?? 0;
  const since = known[id];
  if (since === undefined)
    return [`${what} is new: mend it, or note it in .github/advisories.json with today; it has ${days} days`];
  const until = Date.parse(since.seen) + (days + 1) * DAY_MS;
  return Number.isNaN(until) || until < Date.now()
    ? [`${what} was seen on ${since.seen} and had ${days} days`]
    : [];
}
