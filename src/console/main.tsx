import '../ui/styles/tokens.css';
import '../ui/styles/base.css';
import './console.css';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { ApiFailure } from '../ui/api-failure.ts';
import { App } from './app.tsx';

const container = document.querySelector<HTMLElement>('#app');
if (!container) throw new Error('index.html has no #app');

/** An ended session or a role that was taken away shows on a call; the page then asks who the person is now. */
function noteEnd(error: Error, isMe = false): void {
  if (isMe || !(error instanceof ApiFailure)) return;
  if (error.status === 401 || error.code === 'permission' || error.code === 'country_forbidden')
    void queries.invalidateQueries({ queryKey: ['me'] });
}

const queries = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => noteEnd(error, query.queryKey[0] === 'me') }),
  mutationCache: new MutationCache({ onError: (error) => noteEnd(error) }),
  defaultOptions: {
    queries: { retry: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});

createRoot(container).render(
  <QueryClientProvider client={queries}>
    <App />
  </QueryClientProvider>,
);
