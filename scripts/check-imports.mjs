// Import rules over the whole graph of src, and absence of cycles. Prints each fault.
import { posix } from 'node:path';

import { featureOf, GROUPS, UPWARD } from './server-layout.mjs';
import { sourceFiles } from './source-files.mjs';

/** The layers each layer may import, besides itself. */
const LAYERS = {
  domain: [],
  countries: ['domain'],
  contract: ['domain', 'countries'],
  words: ['domain', 'countries', 'contract'],
  server: ['domain', 'countries', 'contract', 'words'],
  ui: [],
  web: ['domain', 'countries', 'contract', 'ui'],
  console: ['domain', 'countries', 'contract', 'words', 'ui'],
};
/** Contract modules without schemas: addresses of the web, first calls, and the format and texts of errors. */
const LIGHT = new Set([
  'src/contract/drawn.ts',
  'src/contract/access/own-path.ts',
  'src/contract/paths.ts',
  'src/contract/error-envelope.ts',
  'src/contract/error-words.ts',
]);
/** Folders of src/server that are no features. */
const SERVER_FOUNDATIONS = ['platform', 'migrations', 'integrations', 'testing'];
/** `import … from '…'`, `export … from '…'`, `import('…')` and `import '…'`, a statement each. */
const IMPORT =
  /^[ \t]*(?:import|export)\b(?<clause>[^'"`;()]*?)\bfrom\s*['"](?<from>[^'"]+)['"]|\bimport\s*\(\s*['"](?<lazy>[^'"]+)['"]|^[ \t]*import\s*['"](?<bare>[^'"]+)['"]/gm;

const files = new Map(
  sourceFiles()
    .filter(({ path }) => /^src\/.*\.tsx?$/.test(path))
    .map(({ path, text }) => [path, importsOf(path, text)]),
);

function importsOf(path, text) {
  return [...text.matchAll(IMPORT)].map(({ groups }) => {
    const name = groups.from ?? groups.lazy ?? groups.bare;
    const clause = groups.clause?.trim() ?? '';
    return {
      name,
      to: name.startsWith('.') ? posix.join(posix.dirname(path), name) : undefined,
      isType: /^type\b/.test(clause) || /^\{(?:\s*type\s[^,}]*,?)+\s*\}$/.test(clause),
      isLazy: groups.lazy !== undefined,
    };
  });
}

const isTest = (path) => /\.test\.tsx?$|\.test-program\.ts$|\/testing\//.test(path);
const layerOf = (path) => path.split('/')[1];
const groupOf = (feature) => feature.split('/')[0];
const upwardSeen = new Set();

/** Reason against this import of `path`; undefined if it is allowed. */
function objection(path, { name, to, isType }) {
  if (to === undefined) {
    if (layerOf(path) === 'domain' && !isTest(path)) return 'domain imports nothing outside itself';
    return undefined;
  }
  if (!to.startsWith('src/')) return undefined;
  if (!/\.[a-z]+$/.test(name)) return 'a relative import is written with its extension';
  const [layer, target] = [layerOf(path), layerOf(to)];
  if (target !== layer && !LAYERS[layer]?.includes(target)) return `${layer} does not import ${target}`;
  if (layer === 'web' && target === 'contract' && !LIGHT.has(to) && !isType && !isTest(path)) {
    return 'web imports of the contract only types and what has no schemas: these are heavy';
  }
  if ((layer === 'console' || layer === 'words') && target === 'contract' && !isType && !isTest(path))
    return 'the console and its words import only types of the contract, whose schemas are heavy';
  if (isTest(to) && !isTest(path)) return 'only tests import what is for tests';
  return isTest(path) ? undefined : serverObjection(path, to, isType);
}

function serverObjection(path, to, isType) {
  const [feature, target] = [featureOf(path), featureOf(to)];
  // Files directly in src/server wire everything together.
  if (!feature || !target || feature === target || target === 'platform' || target === 'migrations')
    return undefined;
  if (feature === 'platform') return `platform knows no feature, so not ${target}`;
  if (target === 'integrations') {
    return isType || posix.basename(to) === 'port.ts' || groupOf(feature) === 'sandbox'
      ? undefined
      : 'a feature sees of an outside party only its port.ts';
  }
  if (feature === 'integrations') return 'an integration knows no feature';
  if (isUpward(path, feature, target)) return `${groupOf(feature)} is below ${groupOf(target)}`;
  return SERVER_FOUNDATIONS.includes(feature) || posix.basename(to) === 'service.ts'
    ? undefined
    : `a feature calls another only through its service.ts, not ${posix.basename(to)}`;
}

function isUpward(path, feature, target) {
  const [own, called] = [feature, target].map((name) => GROUPS.indexOf(groupOf(name)));
  if (called >= own) return false;
  const call = `${path.slice('src/server/'.length)} → ${target}`;
  upwardSeen.add(call);
  return !UPWARD.includes(call);
}

/** Every cycle of imports, of types too: modules that know each other are one module. A lazy import breaks one. */
function cycles() {
  const done = new Set();
  const found = [];
  const visit = (path, trail) => {
    const start = trail.indexOf(path);
    if (start >= 0) return found.push([...trail.slice(start), path].join(' → '));
    if (done.has(path)) return undefined;
    for (const { to, isLazy } of files.get(path) ?? [])
      if (to && !isLazy && files.has(to)) visit(to, [...trail, path]);
    done.add(path);
    return undefined;
  };
  for (const path of files.keys()) visit(path, []);
  return found.map((trail) => `import cycle: ${trail}`);
}

const refused = [...files].flatMap(([path, imports]) =>
  imports.flatMap((entry) => {
    const reason = objection(path, entry);
    return reason ? [`${path} imports ${entry.name}: ${reason}`] : [];
  }),
);
const stale = UPWARD.filter((call) => !upwardSeen.has(call)).map(
  (call) => `scripts/server-layout.mjs: no call needs '${call}' any more`,
);
const faults = [...refused, ...stale, ...cycles()];
for (const fault of faults) console.error(fault);
console.log(`calls from a group of features to one above it: ${upwardSeen.size}`);
process.exitCode = faults.length === 0 ? 0 : 1;
