import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** What every visit loads at once: the start of the page and sign-up, which most people see first. */
const firstLoaded = /\/web\/(main|signup\/signup-screen)\.tsx$/;

type Importers = (id: string) => readonly string[];

/** True for a module that one of the first-loaded imports, directly or through others, without waiting. */
function isFirstLoaded(id: string, importersOf: Importers, known: Map<string, boolean>): boolean {
  const answered = known.get(id);
  if (answered !== undefined) return answered;
  // Held until the answer is known, so that modules which import each other end.
  known.set(id, firstLoaded.test(id));
  const answer =
    firstLoaded.test(id) || importersOf(id).some((each) => isFirstLoaded(each, importersOf, known));
  known.set(id, answer);
  return answer;
}

const known = new Map<string, boolean>();
/**
 * One chunk for the first load: forty small ones compress a tenth worse and are asked for one by one. The
 * other screens keep chunks of their own.
 */
const firstLoad = {
  debugName: 'first load',
  name: (id: string, graph: { getModuleInfo(id: string): { importers: readonly string[] } | null }) =>
    isFirstLoaded(id, (each) => graph.getModuleInfo(each)?.importers ?? [], known) ? 'first' : null,
};

// Nothing is put inline, neither small assets nor the preload polyfill: the content security policy allows
// only files of our own. scripts/build-web.mjs renders and compresses on top of what this writes,
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
      input: {
        index: `${import.meta.dirname}/src/web/index.html`,
        boot: `${import.meta.dirname}/src/web/boot.ts`,
        // Named by the server where errors are to be told, and by no page as it is built.
        errors: `${import.meta.dirname}/src/web/error-reports/main.ts`,
      },
      output: { codeSplitting: { groups: [firstLoad] } },
    },
  },
});
