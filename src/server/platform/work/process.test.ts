import { expect, test } from 'vitest';
import { processOf, ProcessKilledError } from './process.ts';

const program = processOf<number>(new URL('process.test-program.ts', import.meta.url), {
  timeoutMs: 5_000,
  maxMegabytes: 300,
});

test('answers each piece, also large and empty ones, in order', async () => {
  const pieces = [Buffer.from('abc'), Buffer.alloc(9_000_000), Buffer.alloc(0), Buffer.from('z')];
  expect(await Promise.all(pieces.map((piece) => program.run(piece)))).toEqual([3, 9_000_000, 0, 1]);
});

test.each(['hang', 'grow', 'end'])('is killed and starts again after: %s', async (what) => {
  await expect(program.run(Buffer.from(what))).rejects.toThrow(ProcessKilledError);
  expect(await program.run(Buffer.from('abcd'))).toBe(4);
});
