import { useQuery } from '@tanstack/react-query';
import { formatDocument, parseDocument } from '../../countries/identifiers/document.ts';
import { messageOf } from '../api-failure.ts';
import { useCountry } from '../country.tsx';
import { paths } from '../paths.ts';
import { useLoggedIn } from '../session.ts';
import { DelayNotice } from '../shell/delay-notice.tsx';
import { Link } from '../shell/link.tsx';
import { usePathParam } from '../shell/route-values.ts';
import { Screen, ScreenSkeleton } from '../shell/screen.tsx';
import { useGo } from '../shell/use-go.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { AccountTabs } from './account-tabs.tsx';
import { type Account, balanceQuery } from './balance-query.ts';
import css from './balance.module.css';
import { Head, titleOf } from './head.tsx';
import { balanceTexts as texts } from './texts.ts';

/** Self-service balance of a document (B §2 'Balance screen'). */
export function BalanceScreen() {
  const query = useQuery(balanceQuery(usePathParam('document_number'), useLoggedIn()));
  if (query.data) return <Balance account={query.data} />;
  if (query.isError) return <BalanceFailed error={query.error} retry={() => void query.refetch()} />;
  return <ScreenSkeleton shapes={['money', 'line', 'block', 'field', 'line', 'line', 'line']} />;
}

function Balance({ account }: { account: Account }) {
  const pack = useCountry();
  const parsed = parseDocument(pack.code, account.documentNumber);
  const document = texts.document(
    pack.mainDocument,
    parsed.ok ? formatDocument(pack.code, parsed.value) : account.documentNumber,
  );
  const name = account.profile ? `${account.profile.first_name} ${account.profile.last_name}` : '';
  return (
    <Screen title={titleOf(account)} intro={<p>{name ? texts.owner(name, document) : document}</p>}>
      <Head account={account} />
      <DelayNotice />
      <Card>
        <AccountTabs account={account} />
      </Card>
      <Link to={paths.accountStatus()} className={css.another}>
        {texts.another}
      </Link>
    </Screen>
  );
}

function BalanceFailed({ error, retry }: { error: Error; retry: () => void }) {
  const go = useGo();
  return (
    <Screen title={texts.failed}>
      <Card>
        <p role="alert">{messageOf(error)}</p>
        <Button wide onClick={retry}>
          {texts.retry}
        </Button>
        <Button wide kind="ghost" onClick={() => go.to(paths.accountStatus())}>
          {texts.another}
        </Button>
      </Card>
    </Screen>
  );
}
