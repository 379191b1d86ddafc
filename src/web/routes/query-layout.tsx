import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { bringFirstAnswer } from '../first-answer.ts';
import { queryClient } from '../query-client.ts';

// Before any screen asks.
bringFirstAnswer(queryClient);

/** Gives the screens below it their queries. Sign-up and login stand outside: they load without this code. */
export function QueryLayout({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
