import { useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import { queryClient } from '../query-client.ts';
import { shellTexts } from '../text/shared.ts';
import { Button } from '../../ui/button.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { LegalText } from './legal-text.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** The legal texts that dialogs show: terms, policy, and the conditions of the draw. */
type LegalName = 'terms' | 'policy' | 'sorteo';

async function fetchText(name: LegalName, signal: AbortSignal) {
  const { model } =
    name === 'sorteo'
      ? await call('GET /api/v3/terms/{slug}', { params: { slug: name }, signal })
      : await call(`GET /api/v3/${name}`, { signal });
  return model.data;
}

/** A legal text on its way, failed with a way on, or there. */
export function LegalContent({ text }: { text: LegalName }) {
  const query = useQuery(
    {
      queryKey: ['legal', text],
      queryFn: async ({ signal }) => fetchText(text, signal),
      staleTime: Infinity,
      meta: { quiet: true },
    },
    queryClient,
  );
  if (query.isPending) {
    return <SkeletonGroup shapes={['title', 'line', 'line', 'line', 'line', 'line', 'line']} />;
  }
  if (query.isError) {
    return (
      <>
        <p>{shellTexts.legalFailed}</p>
        <Button kind="ghost" onClick={() => void query.refetch()}>
          {shellTexts.retry}
        </Button>
      </>
    );
  }
  return <LegalText content={query.data.content} />;
}

/** Terms or policy over the whole page. */
export function LegalDialog({ text, onClose }: { text: 'terms' | 'policy'; onClose: () => void }) {
  const title = text === 'terms' ? shellTexts.terms : shellTexts.privacy;
  return (
    <Dialog open fullScreen onClose={onClose} title={title}>
      <LegalContent text={text} />
    </Dialog>
  );
}
