import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** What every visit loads at once: the start of the page and sign-up, which most people see first. */
const firstLoaded = /\/web\/(main|signup\/signup-screen)\.tsx$/;
/** Has no queries, and so loads nothing of what only screens with queries share. */
const login = /\/web\/login\/login-screen\.tsx$/;
/** Screens that links of messages and papers lead to, and what stands around them. */
const landings = [
  /\/web\/offer\/lead-offer-screen\.tsx$/,
  /\/web\/balance\/balance-screen\.tsx$/,
  /\/web\/pay\/coupon-screen\.tsx$/,
  /\/web\/(finish\/finish|loan\/loan)-screen\.tsx$/,
  /\/web\/balance\/debt-free\/debt-free-screen\.tsx$/,
  /\/web\/routes\/query-layout\.tsx$/,
];

type Importers = (id: string) => readonly string[];

/** Tells of a module whether one of `roots` imports it, directly or through others, without waiting. */
function reachedFrom(roots: RegExp) {
  const known = new Map<string, boolean>();
  return function isReached(id: string, importersOf: Importers): boolean {
    const answered = known.get(id);
    if (answered !== undefined) return answered;
    // Held until the answer is known, so that modules which import each other end.
    known.set(id, roots.test(id));
    const answer = roots.test(id) || importersOf(id).some((each) => isReached(each, importersOf));
    known.set(id, answer);
    return answer;
  };
}

const isFirstLoaded = reachedFrom(firstLoaded);
const isOfLogin = reachedFrom(login);
const ofLandings = landings.map(reachedFrom);

interface Graph {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

/** A group takes what its modules import along, unless a group before it has it. */
const group = (name: string, isOfIt: (id: string, importersOf: Importers) => boolean) => ({
  debugName: name,
  name: (id: string, graph: Graph) =>
    isOfIt(id, (each) => graph.getModuleInfo(each)?.importers ?? []) ? name : null,
});
const landingsOf = (id: string, importersOf: Importers) =>
  ofLandings.filter((isReached) => isReached(id, importersOf)).length;

/**
 * One chunk for the first load, one for what landing screens share with login, and one for what they share: forty
 * small ones compress a tenth worse and are asked for one by one, and so are their styles. The other screens keep
 * chunks of their own.
 */
const groups = [
  group('first', isFirstLoaded),
  group('shared', (id, importersOf) => isOfLogin(id, importersOf) && landingsOf(id, importersOf) > 0),
  group(
    'landing',
    (id, importersOf) =>
      !isOfLogin(id, importersOf) && (landingsOf(id, importersOf) > 1 || landings.at(-1)?.test(id) === true),
  ),
].map((each, index, { length }) => ({ ...each, priority: length - index }));

// Nothing is put inline, neither small assets nor the preload polyfill: the content security policy allows
// only files of our own, and src/web/boot.ts by its digest. scripts/build-web.mjs renders and compresses on top of what this writes,
// scripts/dev/web.mjs serves the sources with hot reload.
export default defineConfig({
  root: `${import.meta.dirname}/src/web`,
  plugins: [react()],
  cacheDir: `${import.meta.dirname}/.cache/vite`,
  build: {
    outDir: `${import.meta.dirname}/dist/web`,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // scripts/prerender.mjs looks up there what a page needs.
    manifest: true,
    rolldownOptions: {
      // How long its own parts take tells nobody anything who starts the product.
      checks: { bundlerTimings: false },
      input: {
        index: `${import.meta.dirname}/src/web/index.html`,
        // Named by the server where errors are to be told, and by no page as it is built.
        errors: `${import.meta.dirname}/src/web/error-reports/main.ts`,
      },
      // The first chunk names every other one: short hexadecimal hashes, without words where no group is, save 1.2 kB.
      output: {
        codeSplitting: { groups },
        hashCharacters: 'hex',
        chunkFileNames: ({ name }) =>
          `assets/${groups.some(({ debugName }) => debugName === name) ? '[name]-' : ''}[hash:7].js`,
        assetFileNames: 'assets/[hash:7][extname]',
      },
    },
  },
});
