import { useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import { LegalText } from '../shell/legal-text.tsx';
import { Screen } from '../shell/screen.tsx';
import { shellTexts } from '../text/shared.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import css from './legal.module.css';
import { legalTexts as texts } from './texts.ts';

/** /terminos */
export function TermsScreen() {
  return <LegalScreen text="terms" />;
}

/** /privacidad */
export function PrivacyScreen() {
  return <LegalScreen text="policy" />;
}

/** Page with a legal text that also opens as a dialog (docs/product/shell.md#addresses). */
function LegalScreen({ text }: { text: 'terms' | 'policy' }) {
  // The dialog asks under the same key, so that both are fetched once.
  const query = useQuery({
    queryKey: ['legal', text],
    queryFn: async ({ signal }) => (await call(`GET /api/v3/${text}`, { signal })).model.data,
    staleTime: Infinity,
    meta: { quiet: true },
  });
  return (
    <Screen title={text === 'terms' ? shellTexts.terms : shellTexts.privacy}>
      <Card>
        {query.isPending && (
          <SkeletonGroup shapes={['title', 'line', 'line', 'line', 'title', 'line', 'line', 'line']} />
        )}
        {query.isError && (
          <>
            <p role="alert">{shellTexts.legalFailed}</p>
            <Button wide onClick={() => void query.refetch()}>
              {texts.retry}
            </Button>
          </>
        )}
        {query.data && (
          <>
            <LegalText content={query.data.content} heading="h2" />
            <p className={css.version}>{texts.version(query.data.version)}</p>
            <Button kind="ghost" className="no-print" onClick={() => window.print()}>
              {texts.print}
            </Button>
          </>
        )}
      </Card>
    </Screen>
  );
}
