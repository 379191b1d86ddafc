import type { OutputOf } from '../../contract/contract.ts';
import { localDate } from '../../countries/local-time.ts';
import { formatDate } from '../../domain/calendar-date.ts';
import { messageOf } from '../../ui/api-failure.ts';
import { useCountry } from '../country.tsx';
import { FailureOf } from '../shell/failure-line.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import css from './own-data.module.css';
import { useEndSession, useSessions } from './sessions-query.ts';
import { ownDataTexts as texts } from './texts.ts';

type Session = OutputOf<'GET /api/v3/sessions'>['result'][number];

/** Customer's sessions, and the button to end them (docs/product/rights.md#sessions). */
export function Sessions() {
  const query = useSessions();
  const end = useEndSession();
  const sessions = query.data ?? [];
  const others = sessions.filter(({ current }) => !current);
  return (
    <Card>
      <h2>{texts.sessionsTitle}</h2>
      <p>{query.isError ? messageOf(query.error) : texts.sessions}</p>
      {query.isPending && <SkeletonGroup shapes={['line']} />}
      {query.isError && (
        <Button wide kind="ghost" busy={query.isFetching} onClick={() => void query.refetch()}>
          {texts.tryAgain}
        </Button>
      )}
      <ul className={css.sessions}>
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={end.isPending && end.variables === session.id}
            onEnd={() => end.mutate(session.id)}
          />
        ))}
      </ul>
      {others.length > 1 && (
        <Button wide kind="ghost" busy={end.isPending && end.variables === ''} onClick={() => end.mutate('')}>
          {texts.endOthers}
        </Button>
      )}
      <FailureOf error={end.error} />
    </Card>
  );
}

function SessionRow({ session, busy, onEnd }: { session: Session; busy: boolean; onEnd: () => void }) {
  const { code } = useCountry();
  const device = session.device || texts.unknownDevice;
  const used = formatDate(localDate(new Date(session.last_used_at), code));
  return (
    <li className={css.session}>
      <span>
        <strong>{device}</strong>
        <span className={css.small}>{session.current ? texts.thisDevice : texts.lastUsed(used)}</span>
      </span>
      {!session.current && (
        <Button kind="ghost" small busy={busy} aria-label={texts.endOf(device)} onClick={onEnd}>
          {texts.end}
        </Button>
      )}
    </li>
  );
}
