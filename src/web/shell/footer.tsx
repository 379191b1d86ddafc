import { useRouterState } from '../router/context.ts';
import { type ReactNode, useState } from 'react';
import { paths } from '../../contract/paths.ts';
import { withBrand, lenderNotice } from '../../countries/lender.ts';
import { useCountry } from '../country.tsx';
import { drawOpen } from '../promotion/draw-store.ts';
import { useLoggedIn } from '../session.ts';
import { isOn } from '../../countries/switch-value.ts';
import { lenderOf, useBrand, useSettings } from '../settings.ts';
import { shellTexts } from '../text/shared.ts';
import css from './footer.module.css';
import { openHelp } from './help/help-store.ts';
import { ExternalLink, Link } from './link.tsx';
import { isFirstAccess } from './place.ts';
import { later, laterDialog } from '../later.tsx';

const SuggestionDialog = laterDialog(() => import('./help/suggestion-dialog.tsx'), 'SuggestionDialog');
/** Only with a login: sign-up and login do without its code. */
const OwnCost = later(() => import('./own-cost.tsx'), 'OwnCost', { lost: () => undefined });
const LegalDialog = laterDialog(() => import('./legal-content.tsx'), 'LegalDialog');

type Opened = 'suggestion' | 'terms' | 'policy' | null;

/** Revision of this build; the build sets it. */
const revision: string = import.meta.env.VITE_REVISION ?? '0';

const balanceStart = paths.balance.pattern.replace(/\$.*/, '');

/**
 * Help, legal and regulator links, suggestions and the version. A logged-in customer sees the cost of the own
 * loan or offer; the advertised example is folded.
 */
export function Footer() {
  const pack = useCountry();
  const settings = useSettings();
  const [opened, setOpened] = useState<Opened>(null);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const onBalance = path.startsWith(balanceStart);
  const loggedIn = useLoggedIn();
  const close = () => setOpened(null);
  const { links, waysOut, contracts } = pack.footer;
  const contactForm = settings['contact-form'];
  return (
    <>
      <FirstAccess path={path} />
      <footer className={css.footer}>
        <div className={css.column}>
          {onBalance && <BalanceWithdrawal />}
          <nav aria-label={shellTexts.footerLabel}>
            <ul className={css.links}>
              {loggedIn && <OwnLinks />}
              <Opens onClick={openHelp}>{shellTexts.helpAndContact}</Opens>
              <Opens onClick={() => setOpened('suggestion')}>{shellTexts.suggestions}</Opens>
              {contactForm && (
                <li>
                  <ExternalLink href={contactForm}>{shellTexts.contactForm}</ExternalLink>
                </li>
              )}
              <Opens onClick={() => setOpened('terms')}>{shellTexts.terms}</Opens>
              <Opens onClick={() => setOpened('policy')}>{shellTexts.privacy}</Opens>
              <Opens onClick={() => drawOpen.set(true)}>{shellTexts.draw}</Opens>
              <li>
                <Link to={paths.withdrawal()}>{waysOut.withdrawal}</Link>
              </li>
              <li>
                <Link to={paths.membershipCancellation()}>{waysOut.membershipEnd}</Link>
              </li>
              {contracts && (
                <li className={css.whole}>
                  <Link to={paths.contracts()}>{contracts}</Link>
                </li>
              )}
              {links.map((link) => (
                <li key={link.settingKey} className={css.whole}>
                  <ExternalLink href={settings[link.settingKey] || link.defaultUrl}>
                    {link.label}
                  </ExternalLink>
                </li>
              ))}
            </ul>
          </nav>
          <Legal path={path} />
          <p className={css.version}>v.1.{revision}</p>
        </div>
        {opened === 'suggestion' && (
          <SuggestionDialog onClose={close} onReopen={() => setOpened('suggestion')} />
        )}
        {(opened === 'terms' || opened === 'policy') && <LegalDialog text={opened} onClose={close} />}
      </footer>
    </>
  );
}

/** One's own data; the referral programme until its last day, once the settings say so. */
function OwnLinks() {
  const { today, 'referral-to': lastDay } = useSettings();
  return (
    <>
      <li>
        <Link to={paths.ownData()}>{shellTexts.ownData}</Link>
      </li>
      {today && lastDay && today <= lastDay && (
        <li>
          <Link to={paths.referral()}>{shellTexts.referral}</Link>
        </li>
      )}
    </>
  );
}

/**
 * Buttons that Argentina's law wants at first access, word for word (Res. 424/2020, Disp. 954/2025). Outside the footer,
 * which has the withdrawal's button on the balance only (docs/product/shell.md#footer).
 */
function FirstAccess({ path }: { path: string }) {
  const { waysOut } = useCountry().footer;
  const loggedIn = useLoggedIn();
  if (!waysOut.areProminent || loggedIn || !isFirstAccess(path)) return null;
  return (
    <nav aria-label={shellTexts.waysOut} className={css.waysOut}>
      <Link to={paths.withdrawal()} className={css.withdrawal}>
        {shellTexts.withdrawal}
      </Link>
      <Link to={paths.membershipCancellation()} className={css.withdrawal}>
        {waysOut.membershipEnd}
      </Link>
    </nav>
  );
}

/** Withdrawal's button on the balance, while it is switched on. */
function BalanceWithdrawal() {
  const settings = useSettings();
  if (!isOn(settings['loan-withdrawal'])) return null;
  return (
    <Link to={paths.withdrawal()} className={css.withdrawal}>
      {shellTexts.withdrawal}
    </Link>
  );
}

/** The lender and the advertised conditions; a logged-in customer sees the own cost, with the conditions folded below. */
function Legal({ path }: { path: string }) {
  const pack = useCountry();
  const { legal, highlightedCost } = pack.footer;
  const brand = useBrand();
  const company = lenderOf(useSettings());
  const lender = company && <p>{lenderNotice(pack, brand, company)}</p>;
  const advertised = (
    <>
      {highlightedCost && <p className={css.cost}>{highlightedCost}</p>}
      {legal.map((paragraph) => (
        <p key={paragraph}>{withBrand(paragraph, brand)}</p>
      ))}
    </>
  );
  const loggedIn = useLoggedIn();
  if (!loggedIn)
    return (
      <div className={css.legal}>
        {advertised}
        {lender}
      </div>
    );
  return (
    <div className={css.legal}>
      <OwnCost key={path} />
      <details>
        <summary>{shellTexts.legal}</summary>
        {advertised}
      </details>
      {lender}
    </div>
  );
}

/** A line of the footer that opens a dialog. */
function Opens({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <li>
      <button type="button" onClick={onClick}>
        {children}
      </button>
    </li>
  );
}
