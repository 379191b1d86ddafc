import { watch } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../install.mjs';

const FOLDERS = ['src/domain', 'src/countries', 'src/contract', 'src/words', 'src/server'];
const SOURCE = /\.(ts|sql|json|html|css|js)$/;
const NOT_RUN = /\.test\.ts$|\.test-program\.ts$|(^|[\\/])testing[\\/]/;
/** Debounce: editors save in several steps, and git switches branches file by file. */
const SETTLE_MS = 150;

/**
 * Watches the server's sources and calls back once per burst of changes. Replaces `node --watch`, which makes threads
 * send messages that break ours and cannot tell tests from sources.
 */
export function watchSources(onChange) {
  let timer;
  const watchers = FOLDERS.map((folder) =>
    watch(join(ROOT, folder), { recursive: true }, (_event, name) => {
      if (!name || !SOURCE.test(name) || NOT_RUN.test(name)) return;
      clearTimeout(timer);
      timer = setTimeout(() => onChange(), SETTLE_MS);
    }),
  );
  return {
    async stop() {
      clearTimeout(timer);
      for (const each of watchers) each.close();
    },
  };
}
