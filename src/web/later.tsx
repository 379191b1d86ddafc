import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { ApiFailure, transportTexts } from '../ui/api-failure.ts';
import { callsInFlight } from './api.ts';
import { lazyScreen } from './router/route.ts';
import { reloadOnce } from './router/router.ts';
import { snackbar } from './shell/snackbar/snackbar-store.ts';
import { ReadFailed } from './ui/read-failed.tsx';

interface Options<Props> {
  /** Drawn until the code is there. */
  readonly waiting?: ReactNode;
  /** The code could not be fetched. By default the part says so in its place, with a button that tries again. */
  readonly lost?: (props: Props) => void;
}

const unreachable = new ApiFailure({ code: 'offline', status: 0, message: transportTexts.offline });

/**
 * The exported component `name` of a module that is fetched when it is first drawn, while the progress bar runs.
 * Unlike React's `lazy` it breaks no page and does not keep a failure: the next time it is drawn it is fetched again.
 */
export function later<Props extends object, Name extends string>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  { waiting = null, lost }: Options<Props> = {},
): ComponentType<Props> {
  const code = lazyScreen(load, name);
  let loaded: ComponentType<Props> | undefined;
  let losses = 0;

  async function fetchCode(): Promise<ComponentType<Props>> {
    callsInFlight.set(callsInFlight.get() + 1);
    try {
      loaded = await code.load();
      return loaded;
    } finally {
      callsInFlight.set(callsInFlight.get() - 1);
    }
  }

  return function Later(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    const [isLost, setLost] = useState(false);
    const onLost = useEffectEvent(() => {
      if (lost) return lost(props);
      losses += 1;
      // Lost again, it may be a new release that has taken the old one's files away.
      if (losses === 1 || !reloadOnce()) setLost(true);
    });
    useEffect(() => {
      if (Part || isLost) return;
      let isHere = true;
      fetchCode().then(
        (found) => isHere && setPart(() => found),
        () => isHere && onLost(),
      );
      return () => {
        isHere = false;
      };
    }, [Part, isLost]);
    if (Part) return <Part {...props} />;
    if (!isLost) return waiting;
    return <ReadFailed error={unreachable} retry={async () => setLost(false)} />;
  };
}

/** {@link later} for a dialog: one that cannot be fetched is closed again, and the snackbar says why. */
export function laterDialog<Props extends { onClose: () => void }, Name extends string>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  isAsked: (props: Props) => boolean = () => true,
): ComponentType<Props> {
  let losses = 0;
  const lost = (props: Props) => {
    props.onClose();
    if (!isAsked(props)) return;
    losses += 1;
    // Lost again, it may be a new release that has taken the old one's files away.
    if (losses === 1 || !reloadOnce()) snackbar.show({ message: transportTexts.offline });
  };
  return later(load, name, { lost });
}
