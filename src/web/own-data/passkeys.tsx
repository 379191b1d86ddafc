import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OutputOf } from '../../contract/contract.ts';
import { localDate } from '../../countries/local-time.ts';
import { formatDate } from '../../domain/calendar-date.ts';
import { call } from '../api.ts';
import { messageOf } from '../../ui/api-failure.ts';
import { FailureOf } from '../shell/failure-line.tsx';
import { useCountry } from '../country.tsx';
import { knowsPasskeys, makePasskeyFor } from '../../ui/authenticator.ts';
import { rememberPasskey, passkeyTexts as texts } from '../passkeys/passkeys.ts';
import { useSnackbar } from '../shell/snackbar/snackbar-store.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import css from './own-data.module.css';
import { useEndSession, useSessions } from './sessions-query.ts';

type Changed = OutputOf<'POST /api/v3/passkeys'>;
type Passkey = Changed['result'][number];

const queryKey = ['passkeys'];

/** The customer's passkeys (docs/product/signup-and-login.md#passkeys). */
export function Passkeys() {
  const queries = useQueryClient();
  const snackbar = useSnackbar();
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call('GET /api/v3/passkeys', { signal })).result,
    meta: { quiet: true },
  });
  const outcome = {
    onSuccess: ({ result, messages }: Changed) => {
      queries.setQueryData(queryKey, result);
      snackbar.show({ message: messages.join(' '), kind: 'success' });
    },
    meta: { quiet: true },
  };
  const add = useMutation({
    mutationFn: async () => {
      const { result } = await call('POST /api/v3/passkeys/challenge');
      const body = await makePasskeyFor(result);
      const changed = await call('POST /api/v3/passkeys', { body });
      rememberPasskey();
      return changed;
    },
    ...outcome,
  });
  const remove = useMutation({
    mutationFn: (id: string) => call('POST /api/v3/passkeys/{id}/remove', { params: { id } }),
    ...outcome,
  });
  return (
    <Card>
      <h2>{texts.title}</h2>
      <p>{query.isError ? messageOf(query.error) : texts.intro}</p>
      {query.isPending && <SkeletonGroup shapes={['line']} />}
      {query.isError && (
        <Button wide kind="ghost" busy={query.isFetching} onClick={() => void query.refetch()}>
          {texts.tryAgain}
        </Button>
      )}
      {query.data && query.data.length > 0 && (
        <ul className={css.sessions}>
          {query.data.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              busy={remove.isPending && remove.variables === passkey.id}
              onRemove={() => remove.mutate(passkey.id)}
            />
          ))}
        </ul>
      )}
      {knowsPasskeys() ? (
        <Button wide kind="ghost" busy={add.isPending} onClick={() => add.mutate()}>
          {texts.add}
        </Button>
      ) : (
        <p className={css.small}>{texts.unknown}</p>
      )}
      <FailureOf error={latestOf(add, remove).error} />
      {(add.isSuccess || remove.isSuccess) && <OtherSessions />}
    </Card>
  );
}

/** The mutation that was tried last. */
const latestOf = <A extends { submittedAt: number }, B extends { submittedAt: number }>(a: A, b: B): A | B =>
  a.submittedAt > b.submittedAt ? a : b;

/** A person who changes their login may want to end other sessions. */
function OtherSessions() {
  const { data } = useSessions();
  const end = useEndSession();
  if (!data?.some(({ current }) => !current)) return null;
  return (
    <>
      <p>{texts.others}</p>
      <Button wide kind="ghost" busy={end.isPending} onClick={() => end.mutate('')}>
        {texts.endOthers}
      </Button>
      <FailureOf error={end.error} />
    </>
  );
}

function PasskeyRow({ passkey, busy, onRemove }: { passkey: Passkey; busy: boolean; onRemove: () => void }) {
  const { code } = useCountry();
  const device = passkey.device || texts.unknownDevice;
  const day = (at: string) => formatDate(localDate(new Date(at), code));
  return (
    <li className={css.session}>
      <span>
        <strong>{device}</strong>
        <span className={css.small}>
          {passkey.last_used_at
            ? texts.used(day(passkey.last_used_at))
            : texts.added(day(passkey.created_at))}
        </span>
      </span>
      <Button kind="ghost" small busy={busy} aria-label={texts.removeOf(device)} onClick={onRemove}>
        {texts.remove}
      </Button>
    </li>
  );
}
