import { Outlet } from '../router/outlet.tsx';
import { Proof } from '../proof/proof.tsx';
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
