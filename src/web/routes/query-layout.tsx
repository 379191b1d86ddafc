import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { bringFirstAnswer } from '../first-answer.ts';
import { queryClient } from '../query-client.ts';

// Before any screen asks.
bringFirstAnswer(queryClient);

/** Provides the query client to the screens below. Sign-up and login are outside: they load without this code. */
export function QueryLayout({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
