import { solveChallengeWorkers, type Challenge } from 'altcha-lib';
import css from './notice.module.css';

export const challengeTexts = {
  checking: 'Verificando tu consulta…',
} as const;

let place: HTMLElement | undefined;
let waiting = 0;

/** A live region is heard when its text changes, so it stays and only its text comes and goes. */
function region(): HTMLElement {
  if (place) return place;
  place = document.createElement('div');
  place.className = css.place ?? '';
  place.setAttribute('role', 'status');
  document.body.append(place);
  return place;
}

/**
 * Shows a quiet notice that a check is running, until the returned function is called. Without React: any call may need
 * it on any screen, and it must not add to the first load.
 */
function showNotice(): () => void {
  waiting += 1;
  const notice = document.createElement('p');
  notice.className = css.notice ?? '';
  notice.textContent = challengeTexts.checking;
  region().replaceChildren(notice);
  return () => {
    waiting -= 1;
    if (waiting === 0) region().replaceChildren();
  };
}

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
