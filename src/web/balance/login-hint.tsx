import { paths } from '../../contract/paths.ts';
import { useLoggedIn } from '../session.ts';
import { Link } from '../shell/link.tsx';
import { Card } from '../ui/card.tsx';
import type { Account } from './balance-query.ts';
import { balanceTexts as texts } from './texts.ts';

/** Login link, since the account is masked without a login. */
export function LoginHint({ account }: { account: Account }) {
  const isLoggedIn = useLoggedIn();
  if (isLoggedIn || !account.profile) return null;
  return (
    <Card soft>
      <p>
        {texts.yours}{' '}
        <Link to={paths.login({ redirectTo: paths.balance(account.documentNumber) })}>{texts.login}</Link>
      </p>
    </Card>
  );
}
