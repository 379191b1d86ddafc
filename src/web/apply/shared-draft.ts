import type { DraftStep } from '../../contract/drafts.ts';
import { call } from '../api.ts';
import type { Profile } from '../profile.ts';
import { session } from '../session.ts';
import { profileUpdates } from './profile-updates.ts';

type Values = Readonly<Record<string, string>>;

/** Pause in typing after which a draft is stored. */
const pauseMs = 1000;

interface Waiting {
  readonly values: Values;
  readonly timer: ReturnType<typeof setTimeout>;
  /** Owner of the draft, so that the next customer to log in does not get it. */
  readonly token: string | null;
}

const waiting = new Map<DraftStep, Waiting>();

async function send(step: DraftStep, values: Values, token: string | null): Promise<void> {
  waiting.delete(step);
  if (token === null || token !== session.token()) return;
  try {
    await call('POST /api/v3/application-draft', { body: { step, values }, quiet: true });
  } catch {
    // The tab still has it; the next key is the next try.
  }
}

function flush(): void {
  for (const [step, { values, timer, token }] of waiting) {
    clearTimeout(timer);
    void send(step, values, token);
  }
}

if (typeof document !== 'undefined') {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush();
  });
}

/** Unsent input of a step from any device (docs/product/application.md#drafts). */
export function typedBefore(profile: Profile, step: DraftStep): Values {
  return profile.drafts[step] ?? {};
}

/** Stores a step's input for other devices; null deletes it after the step was sent. */
export function shareDraft(step: DraftStep, values: Values | null): void {
  const last = waiting.get(step);
  if (last) clearTimeout(last.timer);
  waiting.delete(step);
  const token = session.token();
  if (values) {
    const timer = setTimeout(() => void send(step, values, token), pauseMs);
    waiting.set(step, { values, timer, token });
    return;
  }
  profileUpdates.draftForgotten(step);
  void send(step, {}, token);
}

/** Stores a waiting draft at once, when the step is left. */
export const leaveDraft = flush;
