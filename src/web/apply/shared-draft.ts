import type { DraftStep } from '../../contract/drafts.ts';
import { call } from '../api.ts';
import type { Profile } from '../profile.ts';
import { session } from '../session.ts';
import { profileUpdates } from './profile-updates.ts';

type Values = Readonly<Record<string, string>>;

/** After a pause in typing of so long, what stands there is stored. */
const pauseMs = 1000;

interface Waiting {
  readonly values: Values;
  readonly timer: ReturnType<typeof setTimeout>;
  /** Whose words they are: another customer who logs in next must not get them. */
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

/** What was typed into a step on any device and not sent yet (decision 0037). */
export function typedBefore(profile: Profile, step: DraftStep): Values {
  return profile.drafts[step] ?? {};
}

/** Keeps what is typed into a step for other devices; null forgets it, because the step has been sent. */
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

/** Stores at once what waits for its pause: the step is left. */
export const leaveDraft = flush;
