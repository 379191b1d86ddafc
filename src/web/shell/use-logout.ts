import { paths } from '../../contract/paths.ts';
import { track } from '../analytics.ts';
import { clearDrafts } from '../forms/drafts.ts';
import { revoke } from '../api.ts';
import { leavePrivatePage } from '../routes/return-to.ts';
import { session } from '../session.ts';
import { useGo } from './use-go.ts';

/**
 * Ends the session here and on the server, and goes to the home route
 * (docs/product/signup-and-login.md#life).
 */
export function useLogout(): () => void {
  const go = useGo();
  return () => {
    const token = session.token();
    leavePrivatePage();
    session.logout();
    clearDrafts();
    track('reset');
    revoke(token);
    go.to(paths.root());
  };
}
