import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { session } from './session.ts';
import { clearFailures } from './shell/failures.ts';
import { reportFailure, notifyLoadFailure } from './shell/report-failure.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `quiet`: the screen itself says what went wrong. */
    queryMeta: { quiet?: boolean };
    mutationMeta: { quiet?: boolean };
  }
}

/** Query client. Failures appear as docs/product/shell.md#failures-of-an-action says; the API client retries. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (!query.meta?.quiet) notifyLoadFailure(error);
    },
  }),
  mutationCache: new MutationCache({
    onMutate: clearFailures,
    onError: (error, _input, _context, mutation) => {
      if (!mutation.meta?.quiet) reportFailure(error);
    },
  }),
  defaultOptions: {
    queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});

// Cached data of one customer never reaches the next.
session.subscribe(() => {
  if (session.get() === null) queryClient.clear();
});
