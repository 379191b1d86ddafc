import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// Nothing is put inline, neither small assets nor the preload polyfill: the content security policy allows
// only files of our own. scripts/build-web.mjs renders and compresses on top of what this writes.
export default defineConfig({
  root: `${import.meta.dirname}/src/web`,
  plugins: [react()],
  build: {
    outDir: `${import.meta.dirname}/dist/web`,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    // For work on screens: `npm start` beside it answers the calls. The host is kept, it names the country.
    proxy: { '/api': { target: 'http://localhost:3000', changeOrigin: false } },
  },
});
