import { useQuery } from '@tanstack/react-query';
import { withBrand } from '../../countries/lender.ts';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { call } from '../api.ts';
import { useCountry } from '../country.tsx';
import { useBrand } from '../settings.ts';
import { LegalText } from '../shell/legal-text.tsx';
import { Screen } from '../shell/screen.tsx';
import { Card } from '../ui/card.tsx';
import { ReadFailed } from '../ui/read-failed.tsx';
import css from './legal.module.css';
import { contractsTexts as texts, legalTexts } from './texts.ts';

/** /contratos-de-adhesion: the contracts in force, without a login (Ley 24.240 art. 38). */
export function ContractsScreen() {
  const { footer, membership } = useCountry();
  const brand = useBrand();
  return (
    <Screen title={footer.contracts || texts.title}>
      <Card>
        <p>{texts.intro}</p>
      </Card>
      <Contract slug="terminos" title={texts.terms} />
      <Contract slug="membresia" title={texts.membership(withBrand(membership.name, brand))} />
    </Screen>
  );
}

function Contract({ slug, title }: { slug: 'terminos' | 'membresia'; title: string }) {
  const query = useQuery({
    queryKey: ['legal', slug],
    queryFn: async ({ signal }) =>
      (await call('GET /api/v3/terms/{slug}', { params: { slug }, signal })).model.data,
    staleTime: Infinity,
    meta: { quiet: true },
  });
  return (
    <Card>
      <h2>{title}</h2>
      {query.isPending && <SkeletonGroup shapes={['line', 'line']} />}
      {query.isError && <ReadFailed error={query.error} retry={query.refetch} />}
      {query.data && (
        <>
          <p className={css.version}>{legalTexts.version(query.data.version)}</p>
          <details>
            <summary>{texts.read}</summary>
            <LegalText content={query.data.content} />
          </details>
        </>
      )}
    </Card>
  );
}
