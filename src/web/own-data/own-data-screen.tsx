import { useQuery } from '@tanstack/react-query';
import { paths } from '../../contract/paths.ts';
import { withBrand } from '../../countries/lender.ts';
import { call } from '../api.ts';
import { messageOf } from '../../ui/api-failure.ts';
import { useCountry } from '../country.tsx';
import { useProfileQuery } from '../profile.ts';
import { useBrand } from '../settings.ts';
import { Link } from '../shell/link.tsx';
import { NotLoaded } from '../shell/not-loaded.tsx';
import { Screen, ScreenSkeleton } from '../shell/screen.tsx';
import { Card } from '../ui/card.tsx';
import { DefinitionList } from '../ui/stack-bar.tsx';
import { Erasure, type OwnData } from './erasure.tsx';
import css from './own-data.module.css';
import { Password } from './password.tsx';
import { Passkeys } from './passkeys.tsx';
import { Sessions } from './sessions.tsx';
import { ownDataTexts as texts } from './texts.ts';
import { useState } from 'react';
import { FailureOf } from '../shell/failure-line.tsx';
import { Button } from '../../ui/button.tsx';

/** Download of all stored data. Requires re-authentication. */
function Download() {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  async function download(): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      const { result } = await call('GET /api/v3/own-data/file');
      save(JSON.stringify(result, null, 2));
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Card>
      <h2>{texts.fileTitle}</h2>
      <p>{texts.file}</p>
      <Button wide kind="ghost" busy={busy} onClick={() => void download()}>
        {texts.download}
      </Button>
      <FailureOf error={failure} />
    </Card>
  );
}

function save(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = texts.fileName;
  link.click();
  URL.revokeObjectURL(url);
}

/** Customer's stored data as a file, and its erasure (docs/product/rights.md#own-data). */
export function OwnDataScreen() {
  const query = useQuery({
    queryKey: ['own-data'],
    queryFn: async ({ signal }) => (await call('GET /api/v3/own-data', { signal })).result,
    meta: { quiet: true },
  });
  if (query.data) return <Page data={query.data} onChange={() => void query.refetch()} />;
  if (!query.isError) return <ScreenSkeleton shapes={['title', 'line', 'line', 'line', 'line', 'button']} />;
  return (
    <NotLoaded title={texts.title} message={messageOf(query.error)} retry={() => void query.refetch()} />
  );
}

function Page({ data, onChange }: { data: OwnData; onChange: () => void }) {
  const { membership, personalDataLegend } = useCountry();
  const { data: profile } = useProfileQuery(true);
  const brand = useBrand();
  return (
    <Screen title={texts.title} intro={<p>{texts.intro}</p>}>
      <Card>
        <h2>{texts.held}</h2>
        <DefinitionList items={data.held.map(({ label, count }) => ({ label, value: texts.count(count) }))} />
      </Card>
      <Card>
        <h2>{texts.noticesTitle}</h2>
        <p>{texts.notices}</p>
        <Link to={paths.preferences()} className={css.link}>
          {texts.noticesLink}
        </Link>
        {profile?.has_membership_enabled && (
          <Link to={paths.membership()} className={css.link}>
            {texts.membershipLink(withBrand(membership.name, brand))}
          </Link>
        )}
      </Card>
      {data.arrears.length > 0 && (
        <Card>
          <h2>{texts.arrearsTitle}</h2>
          {data.arrears.map((each) => (
            <p key={each.loan}>{texts.arrears(each)}</p>
          ))}
        </Card>
      )}
      <Password />
      <Passkeys />
      <Sessions />
      <Download />
      <Erasure erasure={data.erasure} onChange={onChange} />
      <Card soft>
        <h2>{texts.rights}</h2>
        {personalDataLegend.map((paragraph) => (
          <p key={paragraph} className={css.small}>
            {paragraph}
          </p>
        ))}
        <p className={css.small}>{texts.rectify}</p>
        <Link to={paths.privacy()} className={css.link}>
          {texts.policy}
        </Link>
      </Card>
    </Screen>
  );
}
