import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { createLogger } from '../logger.ts';

const twoLinesAtTheEnd = `
  import { createLogger } from ${JSON.stringify(new URL('../logger.ts', import.meta.url).href)};
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
  const ended = once(child, 'exit');
  await Promise.race([once(child, 'message'), ended.then(() => expect.unreachable('it did not start'))]);
  child.stdout?.destroy();
  child.send('end');
  expect(await ended).toEqual([7, null]);
});

it('tells what an error says and why, also of a copy of one, and never the row', () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(line) });
  const cause = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' });
  const error = Object.assign(new Error('no job was fetched', { cause }), { detail: 'Key (email)=(ana@x)' });
  // What the queue reports is a copy of an error with the name of its queue.
  log.error({ err: { message: error.message, stack: error.stack, queue: 'send-message', cause } }, 'x');
  log.error({ err: error }, 'x');
  log.error({ err: 'just a text' }, 'x');
  const [copy, whole, text] = lines.map((line) => JSON.parse(line).err);
  for (const told of [copy, whole])
    expect(told).toMatchObject({ message: 'no job was fetched', cause: { code: 'ECONNREFUSED' } });
  expect(copy).toMatchObject({ queue: 'send-message' });
  expect(text).toMatchObject({ message: 'just a text' });
  expect(lines.join('')).not.toContain('ana@x');
});
