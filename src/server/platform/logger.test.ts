import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

const twoLinesAtTheEnd = `
  import { createLogger } from ${JSON.stringify(new URL('logger.ts', import.meta.url).href)};
  const log = createLogger('info');
  process.once('message', () => {
    log.info('stopping');
    log.info('stopped');
    process.exit(7);
  });
  process.send('ready');
`;

it('does not keep a process that ends after the reader of its lines', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', twoLinesAtTheEnd], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  child.stdout?.destroy();
  child.send('end');
  expect(await once(child, 'exit')).toEqual([7, null]);
});
