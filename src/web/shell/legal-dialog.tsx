import { useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import { queryClient } from '../query-client.ts';
import { shellTexts } from '../text/shared.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SkeletonGroup } from '../ui/skeleton.tsx';
import { LegalText } from './legal-text.tsx';

/** Terms or policy over the whole page (B §2 'Dialogs and shell'). */
export function LegalDialog({ text, onClose }: { text: 'terms' | 'policy'; onClose: () => void }) {
  const query = useQuery(
    {
      queryKey: ['legal', text],
      queryFn: async ({ signal }) => (await call(`GET /api/v3/${text}`, { signal })).model.data,
      staleTime: Infinity,
      meta: { quiet: true },
    },
    queryClient,
  );
  const title = text === 'terms' ? shellTexts.terms : shellTexts.privacy;
  return (
    <Dialog open fullScreen onClose={onClose} title={title}>
      {query.isPending && (
        <SkeletonGroup shapes={['title', 'line', 'line', 'line', 'line', 'line', 'line']} />
      )}
      {query.isError && (
        <>
          <p>{shellTexts.legalFailed}</p>
          <Button kind="ghost" onClick={() => void query.refetch()}>
            {shellTexts.retry}
          </Button>
        </>
      )}
      {query.data && <LegalText content={query.data.content} />}
    </Dialog>
  );
}
