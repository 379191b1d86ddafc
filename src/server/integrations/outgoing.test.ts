import { expect, test } from 'vitest';
import { NotAskedError, OutgoingCalls } from './outgoing.ts';

class Provider {
  readonly name = 'bind';
  readonly #answer = { state: 'completed', reason: '' };
  async submit(): Promise<{ state: string; reason: string }> {
    return this.#answer;
  }
  async query(): Promise<{ state: string; reason: string }> {
    return { state: 'unknown', reason: 'no answer' };
  }
  async send(error: Error): Promise<never> {
    throw error;
  }
  reportOf(): string {
    return 'signed';
  }
}

test('calls are counted by outcome; what does not go out is not', async () => {
  const counted: [string, string, string][] = [];
  const calls = new OutgoingCalls();
  const provider = calls.watch('payouts', new Provider());
  calls.figures = { outgoing: (of, call, outcome) => void counted.push([of, call, outcome]) };
  expect(provider.name).toBe('bind');
  expect(provider.reportOf()).toBe('signed');
  expect(await provider.submit()).toMatchObject({ state: 'completed' });
  await provider.query();
  await expect(provider.send(new Error('away'))).rejects.toThrow('away');
  await expect(provider.send(new NotAskedError('spent'))).rejects.toThrow('spent');
  expect(counted).toEqual([
    ['payouts', 'submit', 'answered'],
    ['payouts', 'query', 'failed'],
    ['payouts', 'send', 'failed'],
    ['payouts', 'send', 'not-asked'],
  ]);
});
