import { paths } from '../../contract/paths.ts';
import { Notice } from '../../ui/tag.tsx';
import { useHydrated } from '../router/context.ts';
import { keptReason, keptReturn } from '../routes/return-to.ts';
import { Link } from '../shell/link.tsx';
import { shellTexts } from '../text/shared.ts';
import css from './consent.module.css';

/**
 * Reason for a login, until the person is in: a session that ended, or a private page asked for without one
 * (docs/product/signup-and-login.md#life). `link` leads to the login.
 */
export function LoginAsked({ link }: { link?: boolean }) {
  // The page rendered at build time cannot read the tab's storage.
  const reason = useHydrated() ? keptReason() : null;
  if (reason === null) return null;
  const redirectTo = keptReturn() ?? '';
  return (
    <div className={css.asked}>
      <Notice tone="late" title={shellTexts.loginReasons[reason]}>
        {link && <Link to={paths.login({ redirectTo })}>{shellTexts.enterHere}</Link>}
      </Notice>
    </div>
  );
}
