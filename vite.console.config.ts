import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// The staff's console: a bundle of its own, on a host of its own (docs/decisions/0080-the-console.md). Nothing is put
// inline: the content security policy allows only files of our own.
export default defineConfig({
  root: `${import.meta.dirname}/src/console`,
  plugins: [react()],
  cacheDir: `${import.meta.dirname}/.cache/vite-console`,
  build: {
    outDir: `${import.meta.dirname}/dist/console`,
    emptyOutDir: true,
    // src/server/platform/http/console-host.ts knows the name.
    assetsDir: 'console-assets',
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: {
        // The libraries stay as they are from release to release, and in the cache of whoever works with it.
        codeSplitting: { groups: [{ name: 'libraries', test: /node_modules/ }] },
      },
    },
  },
});
