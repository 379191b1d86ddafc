import { paths } from '../../contract/paths.ts';
import { Link } from '../shell/link.tsx';
import type { Account } from './balance-query.ts';
import css from './balance.module.css';
import { balanceTexts as texts } from './texts.ts';
import { useLoggedIn } from '../session.ts';
import { Card } from '../ui/card.tsx';

/** Login link, since the account is masked without a login. */
function LoginHint({ account }: { account: Account }) {
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

/** Links to other pages. */
export function Elsewhere({ account }: { account: Account }) {
  return (
    <>
      <LoginHint account={account} />
      {account.loanId !== null && (
        <Link to={paths.statement(account.loanId)} className={css.another}>
          {texts.statement}
        </Link>
      )}
      <Link to={paths.accountStatus()} className={css.another}>
        {texts.another}
      </Link>
    </>
  );
}
