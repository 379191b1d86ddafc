import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { session } from './session.ts';
import { tellFailure } from './shell/tell-failure.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `quiet`: the screen itself says what went wrong, so no snackbar. */
    queryMeta: { quiet?: boolean };
    mutationMeta: { quiet?: boolean };
  }
}

const tell = (error: Error, quiet: boolean | undefined) => {
  if (!quiet) tellFailure(error);
};

/**
 * Query client. Failures appear in the snackbar (docs/product/shell.md#message-of-a-failure); the API client retries.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => tell(error, query.meta?.quiet) }),
  mutationCache: new MutationCache({
    onError: (error, _input, _context, mutation) => tell(error, mutation.meta?.quiet),
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
