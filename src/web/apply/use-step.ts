import { useMemo } from 'react';
import type { ApplicationStepName } from '../../countries/country-pack.ts';
import { track } from '../analytics.ts';
import { useCountry } from '../country.tsx';
import { type Profile, profileQuery } from '../profile.ts';
import { queryClient } from '../query-client.ts';
import { useGo } from '../shell/use-go.ts';
import { pathAfter, pathBefore } from './steps.ts';

/**
 * ANT and SIG of a step. They read the profile when they are used: saving a step changes where it leads.
 */
export function useStep(name: ApplicationStepName, profile: Profile) {
  const pack = useCountry();
  const go = useGo();
  return useMemo(() => {
    const current = () => queryClient.getQueryData(profileQuery.queryKey) ?? profile;
    return {
      next: () => {
        track('step_done', { step: name });
        go.to(pathAfter(pack, current(), name));
      },
      back: () => go.to(pathBefore(pack, current(), name)),
    };
  }, [pack, go, name, profile]);
}
