import { Outlet } from '../router/outlet.tsx';
import { PromotionDialog } from '../promotion/promotion.tsx';
import { shellTexts } from '../text/shared.ts';
import { ErrorPage } from './error-page.tsx';
import { Floating } from './help/floating.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { HelpLauncher } from './help/help-launcher.tsx';
import { PageSkeleton } from './screen.tsx';
import css from './shell.module.css';
import { Snackbar } from './snackbar/snackbar.tsx';
import { useSyncExternalStore } from 'react';
import { laterDialog } from '../later.tsx';
import { proofRequest } from '../proof/ask.ts';

/** Frame of every page. */
export function Shell() {
  return (
    <div className={css.shell}>
      <a href="#contenido" className={css.skip}>
        {shellTexts.skip}
      </a>
      <div className={css.first}>
        <Header />
        <main id="contenido" tabIndex={-1} className={css.main}>
          <Outlet pending={PageSkeleton} broken={ErrorPage} />
        </main>
      </div>
      <Footer />
      <Floating />
      <PromotionDialog />
      <HelpLauncher />
      <Proof />
      <Snackbar />
    </div>
  );
}

const ProofDialog = laterDialog(() => import('../proof/proof-dialog.tsx'), 'ProofDialog');

/** The dialog of a new proof, wherever a call asks for one (docs/product/signup-and-login.md#new-proof). */
function Proof() {
  const request = useSyncExternalStore(proofRequest.subscribe, proofRequest.get, () => null);
  if (!request) return null;
  const { answer, onlyByEmail } = request;
  return (
    <ProofDialog onlyByEmail={onlyByEmail} onProven={() => answer(true)} onClose={() => answer(false)} />
  );
}
