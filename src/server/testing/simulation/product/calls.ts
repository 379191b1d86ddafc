import type { CallKey } from '../../../../contract/contract.ts';
import type { Stranger, Twist } from '../commands/command.ts';
import { same } from '../difference.ts';
import type { Actor, Play } from '../play.ts';
import { type Tx, transaction } from '../../../platform/database.ts';

export interface Answer {
  readonly status: number;
  readonly isReplayed: boolean;
  // What an outsider sees: all members that came.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

export interface CallParts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly key?: string;
  /** Absent for the customer. */
  readonly by?: Stranger;
}

/** A call of a logged-in customer, or of a stranger, through the whole of the API, without a socket. */
export async function call(
  play: Play,
  { customer, who }: Actor,
  callKey: CallKey,
  parts: CallParts,
): Promise<Answer> {
  const [method = '', pattern = ''] = callKey.split(' ');
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(parts.params?.[name] ?? ''),
  );
  const token = parts.by === undefined ? customer.token : play.neighbour(customer).token;
  const host = parts.by === undefined ? 1 : 2;
  const answer = await play.product.app.inject({
    method: method as 'GET',
    url: path,
    ...(parts.query === undefined ? {} : { query: { ...parts.query } }),
    remoteAddress: `10.${(who >> 8) & 255}.${who & 255}.${host}`,
    headers: {
      host: `${customer.country.toLowerCase()}.localhost`,
      ...(parts.by === 'nobody' ? {} : { authorization: `Bearer ${token}` }),
      ...(parts.key === undefined ? {} : { 'idempotency-key': parts.key }),
    },
    ...(parts.body === undefined ? {} : { payload: parts.body }),
  });
  const isJson = String(answer.headers['content-type']).includes('json');
  return {
    status: answer.statusCode,
    isReplayed: answer.headers['idempotency-replayed'] === 'true',
    body: isJson ? answer.json() : answer.body,
  };
}

/**
 * A call that may be sent twice at once, or once more because its answer was lost; whichever way, it takes effect once.
 * @returns the answer that took effect, or else the first
 */
export async function callOnce(
  play: Play,
  actor: Actor,
  callKey: CallKey,
  parts: CallParts,
  twist: Twist,
): Promise<Answer> {
  const key = `key-${play.name(actor)}`;
  if (twist === 'twice-at-once') {
    const answers = await Promise.all([
      call(play, actor, callKey, { ...parts, key }),
      call(play, actor, callKey, { ...parts, key: `${key}-other` }),
    ]);
    const done = answers.filter(({ status }) => status === 200);
    if (done.length > 1) same(`${callKey} sent twice at once took effect`, 1, done.length);
    return done[0] ?? answers[0];
  }
  const first = await call(play, actor, callKey, { ...parts, key });
  if (twist === 'once' || first.status !== 200) return first;
  // The first answer was lost on its way: the same key again is answered the same.
  const again = await call(play, actor, callKey, { ...parts, key });
  same(`${callKey} sent again with its key`, [first.status, first.body], [again.status, again.body]);
  return again;
}

class Killed extends Error {}

/** Work of a worker, which may be done by two at once, or killed before it commits and done again. */
export async function workOnce<T>(
  { product }: Play,
  twist: Twist,
  work: (tx: Tx) => Promise<T>,
): Promise<readonly T[]> {
  const { db } = product.deps;
  const done = () => transaction(db, work);
  switch (twist) {
    case 'once':
      return [await done()];
    case 'twice-at-once':
      return Promise.all([done(), done()]);
    case 'answer-lost':
      return [await done(), await done()];
    case 'killed':
      await transaction(db, async (tx) => {
        await work(tx);
        throw new Killed('the worker was killed before it committed');
      }).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error;
      });
      return [await done()];
  }
}
