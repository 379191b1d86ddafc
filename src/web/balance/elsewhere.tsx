import { paths } from '../../contract/paths.ts';
import { Link } from '../shell/link.tsx';
import type { Account } from './balance-query.ts';
import css from './balance.module.css';
import { LoginHint } from './login-hint.tsx';
import { balanceTexts as texts } from './texts.ts';

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
