import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OutputOf } from '../../contract/contract.ts';
import { paths } from '../../contract/paths.ts';
import { ApiFailure, messageOf } from '../../ui/api-failure.ts';
import { call } from '../api.ts';
import { usePathParam } from '../router/context.ts';
import { FailureOf } from '../shell/failure-line.tsx';
import { Screen, ScreenSkeleton } from '../shell/screen.tsx';
import { useGo } from '../shell/use-go.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Notice } from '../../ui/tag.tsx';
import { preferenceTexts } from './texts.ts';
import { session } from '../session.ts';

interface PreferenceCardProps {
  texts: {
    readonly title: string;
    readonly on: string;
    readonly off: string;
    readonly turnOn: string;
    readonly turnOff: string;
    readonly turnedOn: string;
    readonly turnedOff: string;
  };
  isOn: boolean;
  isBusy: boolean;
  /** Failure of the last change of this card. */
  failure: Error | null;
  /** It has just been changed here. */
  hasChanged: boolean;
  /** Switching it on needs a login. */
  needsLogin?: boolean;
  onChange: (isOn: boolean) => void;
}

/** One kind of message: its current setting, and the button to change it. */
function PreferenceCard(props: PreferenceCardProps) {
  const { texts, isOn, isBusy, hasChanged, failure, needsLogin = false, onChange } = props;
  const go = useGo();
  const { loginNeeded, login } = preferenceTexts.debits;
  const own = paths.preferences();
  const toOwn = session.token() === null ? paths.login({ redirectTo: own }) : own;
  return (
    <Card>
      <h2>{texts.title}</h2>
      <p>{isOn ? texts.on : texts.off}</p>
      <p role="status">{hasChanged && (isOn ? texts.turnedOn : texts.turnedOff)}</p>
      {!isOn && needsLogin ? (
        <>
          <p>{loginNeeded}</p>
          <Button wide kind="ghost" onClick={() => go.to(toOwn)}>
            {login}
          </Button>
        </>
      ) : (
        <Button wide kind={isOn ? 'ghost' : 'primary'} busy={isBusy} onClick={() => onChange(!isOn)}>
          {isOn ? texts.turnOff : texts.turnOn}
        </Button>
      )}
      <FailureOf error={failure} />
    </Card>
  );
}

type Preferences = OutputOf<'GET /api/v3/preferences'>['model'];
type Change = Partial<Preferences>;

interface Source {
  /** Cache key of the customer. */
  readonly key: string;
  readonly get: (signal: AbortSignal) => Promise<{ model: Preferences }>;
  readonly set: (change: Change) => Promise<{ model: Preferences }>;
  /** Debits are switched on by the customer only: it is a consent to being charged. */
  readonly mayTurnDebitsOn: boolean;
}

/** /avisos of the logged-in customer. */
export function OwnPreferencesScreen() {
  return (
    <PreferencesScreen
      source={{
        key: 'own',
        get: (signal) => call('GET /api/v3/preferences', { signal }),
        set: (body) => call('POST /api/v3/preferences', { body }),
        mayTurnDebitsOn: true,
      }}
    />
  );
}

/** /avisos/{hash}: the link at the foot of a message. Opening it changes nothing, so mail scanners may. */
export function LinkedPreferencesScreen() {
  const hash = usePathParam('hash');
  return (
    <PreferencesScreen
      source={{
        key: hash,
        get: (signal) => call('GET /api/v3/preferences/{hash}', { params: { hash }, signal }),
        set: ({ reminders, calls, debits, whatsapp }) =>
          call('POST /api/v3/preferences/{hash}', {
            params: { hash },
            body: {
              ...(reminders === undefined ? {} : { reminders }),
              ...(calls === undefined ? {} : { calls }),
              ...(debits === false ? { debits } : {}),
              ...(whatsapp === undefined ? {} : { whatsapp }),
            },
          }),
        mayTurnDebitsOn: false,
      }}
    />
  );
}

function PreferencesScreen({ source }: { source: Source }) {
  const queryKey = ['preferences', source.key];
  const queries = useQueryClient();
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await source.get(signal)).model,
    meta: { quiet: true },
  });
  const change = useMutation({
    mutationFn: source.set,
    onSuccess: ({ model }) => queries.setQueryData(queryKey, model),
    meta: { quiet: true },
  });
  if (query.isPending) return <ScreenSkeleton shapes={['title', 'line', 'button']} />;
  const model = query.data;
  if (!model) return <NotLoaded error={query.error} retry={() => void query.refetch()} />;
  const cardOf = (name: keyof Preferences) => ({
    texts: preferenceTexts[name],
    isOn: model[name] === true,
    isBusy: change.isPending && change.variables[name] !== undefined,
    hasChanged: change.isSuccess && change.variables[name] !== undefined,
    failure: change.variables?.[name] === undefined ? null : change.error,
    onChange: (isOn: boolean) => change.mutate({ [name]: isOn }),
  });
  return (
    <Screen title={preferenceTexts.title}>
      <PreferenceCard {...cardOf('reminders')} />
      <PreferenceCard {...cardOf('calls')} />
      <PreferenceCard {...cardOf('debits')} needsLogin={!source.mayTurnDebitsOn} />
      {model.whatsapp !== undefined && <PreferenceCard {...cardOf('whatsapp')} />}
    </Screen>
  );
}

/** No such link; or no answer, which says nothing about it. */
function NotLoaded({ error, retry }: { error: Error | null; retry: () => void }) {
  const go = useGo();
  const isUnknown = error instanceof ApiFailure && error.status === 404;
  return (
    <Screen title={preferenceTexts.title}>
      <Card>
        <Notice tone="late" urgent title={isUnknown ? preferenceTexts.unknownTitle : preferenceTexts.failed}>
          {isUnknown ? preferenceTexts.unknown : messageOf(error)}
        </Notice>
        <Button wide onClick={isUnknown ? () => go.to(paths.login()) : retry}>
          {isUnknown ? preferenceTexts.debits.login : preferenceTexts.retry}
        </Button>
      </Card>
    </Screen>
  );
}
