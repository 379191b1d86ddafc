import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import { useSnackbar } from '../shell/snackbar/snackbar-store.ts';

/** The customer's open sessions (docs/product/rights.md#sessions). */
export const useSessions = () =>
  useQuery({
    queryKey: ['sessions'],
    queryFn: async ({ signal }) => (await call('GET /api/v3/sessions', { signal })).result,
    meta: { quiet: true },
  });

/** Ends the session with the number that it is called with; with an empty one all but this. The caller shows a failure. */
export function useEndSession() {
  const snackbar = useSnackbar();
  const { refetch } = useSessions();
  return useMutation({
    mutationFn: (id: string) => call('POST /api/v3/sessions/end', { body: { id } }),
    onSuccess: ({ messages }) => snackbar.show({ message: messages.join(' '), kind: 'success' }),
    meta: { quiet: true },
    onSettled: () => refetch(),
  });
}
