import { paths } from '../../contract/paths.ts';
import { Link } from '../shell/link.tsx';
import type { Account } from './balance-query.ts';
import css from './balance.module.css';
import { balanceTexts as texts } from './texts.ts';
import { useHydrated } from '../router/context.ts';
import { session, useLoggedIn } from '../session.ts';
import { shellTexts } from '../text/shared.ts';
import { Card } from '../ui/card.tsx';
import { Notice } from '../../ui/tag.tsx';

/** Login link, since the account is masked without a login. */
function LoginHint({ account }: { account: Account }) {
  const isLoggedIn = useLoggedIn();
  if (isLoggedIn || !account.profile || session.hasEnded()) return null;
  return (
    <Card soft>
      <p>
        {texts.yours}{' '}
        <Link to={paths.login({ redirectTo: paths.balance(account.documentNumber) })}>{texts.login}</Link>
      </p>
    </Card>
  );
}

/** Above all else where the login ended by itself: the page has just become the one that strangers see. */
export function SessionEnded({ account: { documentNumber } }: { account: Account }) {
  const isLoggedIn = useLoggedIn();
  // The page rendered by the server cannot read the device's storage.
  const isHydrated = useHydrated();
  if (isLoggedIn || !isHydrated || !session.hasEnded()) return null;
  return (
    <div role="status">
      <Notice tone="late" title={shellTexts.loginReasons.ended}>
        <Link to={paths.login({ redirectTo: paths.balance(documentNumber) })}>{shellTexts.enterHere}</Link>
      </Notice>
    </div>
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
