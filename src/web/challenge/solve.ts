import { solveChallengeWorkers, type Challenge } from 'altcha-lib';
import { showNotice } from './notice.ts';

/** More would make a phone slow for everything else. */
const maxWorkers = 4;
/** After this the failure itself is shown, milliseconds. */
const longestMs = 60_000;

/**
 * Solves the proof of work that an answer asked for.
 * @returns the value of the header `X-Challenge-Solution`, or undefined where it cannot be solved
 * @throws what `signal` was aborted with
 */
export async function solve(challenge: unknown, signal?: AbortSignal): Promise<string | undefined> {
  // Web Crypto is missing where the page is served without TLS from another host.
  if (!isSecureContext) return undefined;
  const controller = new AbortController();
  const stop = () => controller.abort();
  signal?.addEventListener('abort', stop, { once: true });
  const hide = showNotice();
  try {
    const solution = await solveChallengeWorkers({
      challenge: challenge as Challenge,
      concurrency: Math.min(maxWorkers, navigator.hardwareConcurrency || 1),
      controller,
      createWorker: () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }),
      timeout: longestMs,
    });
    return solution ? btoa(JSON.stringify({ challenge, solution })) : undefined;
  } catch {
    return undefined;
  } finally {
    hide();
    signal?.removeEventListener('abort', stop);
    signal?.throwIfAborted();
  }
}
