import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { messageOf } from './api-failure.ts';
import { snackbar } from './shell/snackbar-store.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `quiet`: the screen itself says what went wrong, so no snackbar. */
    queryMeta: { quiet?: boolean };
    mutationMeta: { quiet?: boolean };
  }
}

/** A client whose failures are told in the snackbar (A §8 'General'). Retries are the API client's, not its. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (!query.meta?.quiet) snackbar.show({ message: messageOf(error) });
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _input, _context, mutation) => {
        if (!mutation.meta?.quiet) snackbar.show({ message: messageOf(error) });
      },
    }),
    defaultOptions: {
      queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
