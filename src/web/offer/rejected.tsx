import { useEffect } from 'react';
import { paths } from '../../contract/paths.ts';
import { SUITABLE_AGES } from '../../countries/identifiers/birthdate.ts';
import { track } from '../analytics.ts';
import { useCountry } from '../country.tsx';
import { useLoggedIn } from '../session.ts';
import { helpCentreOf, landingOf, useSettings } from '../settings.ts';
import { openHelp } from '../shell/help/help-store.ts';
import { ExternalLink, Link } from '../shell/link.tsx';
import { Screen } from '../shell/screen.tsx';
import { buttonClass, ExternalLinkButton } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { DialogLink, textLinkClass } from '../ui/text-link.tsx';
import type { Offer } from './offer-source.ts';
import css from './rejected.module.css';
import { rejectedTexts as texts } from './texts.ts';

/**
 * No offer (docs/product/offer.md#rejection): the consulted data, where to see it, when to come back, and
 * where to go now. A maximum without any plan means no loan; no maximum means no offer for the profile.
 */
export function Rejected({ firstName, offer }: { firstName: string; offer: Offer }) {
  const hasAmount = offer.max_amount !== null;
  const isWaiting = offer.rejection?.waiting === true;
  useEffect(() => track(isWaiting ? 'offer_waiting' : 'offer_rejected'), [isWaiting]);
  return (
    <Screen
      title={
        <>
          {firstName && <span>{firstName}, </span>}
          <span className={firstName ? undefined : css.sentence}>
            {isWaiting ? texts.waitingTitle : hasAmount ? texts.noLoan : texts.noOffer}
          </span>
        </>
      }
      intro={!hasAmount && !offer.rejection?.held && !isWaiting && <p>{texts.intro}</p>}
    >
      {!hasAmount && <Why rejection={offer.rejection} />}
      <Places />
    </Screen>
  );
}

function Why({ rejection }: Pick<Offer, 'rejection'>) {
  const { creditReport } = useCountry();
  const settings = useSettings();
  const report = settings['credit-report-url'];
  if (rejection?.held)
    return (
      <Card>
        <p>{texts.held}</p>
      </Card>
    );
  if (rejection?.waiting)
    return (
      <Card>
        <p>{texts.waiting}</p>
        <p>{texts.waitingUntil(rejection.again_from)}</p>
      </Card>
    );
  const wasConsulted = rejection?.consulted === true;
  return (
    <Card>
      {rejection && (
        <section className={css.why}>
          <h2>{texts.consulted}</h2>
          <p>{wasConsulted ? `${creditReport.consulted} ${texts.compared}` : texts.byAge(SUITABLE_AGES)}</p>
        </section>
      )}
      {rejection?.reason && (
        <section className={css.why}>
          <h2>{texts.reason}</h2>
          <p>{rejection.reason}</p>
          {rejection.correct && (
            <>
              <h3>{texts.correct}</h3>
              <p>{rejection.correct}</p>
            </>
          )}
        </section>
      )}
      {wasConsulted && (
        <section className={css.why}>
          <h2>{texts.report}</h2>
          <p>{creditReport.how}</p>
          {report && <ExternalLink href={report}>{creditReport.link.label}</ExternalLink>}
        </section>
      )}
      {(rejection === null || rejection.again_from !== '') && (
        <section className={css.why}>
          <h2>{texts.again}</h2>
          <p>{rejection ? texts.againFrom(rejection.again_from) : texts.againAtLogin}</p>
        </section>
      )}
    </Card>
  );
}

/** The help centre, the landing site where there is one, and the home; without a landing site the home is it. */
function Places() {
  const settings = useSettings();
  const loggedIn = useLoggedIn();
  const landing = landingOf(settings);
  const centre = helpCentreOf(settings);
  return (
    <Card>
      <h2>{texts.next}</h2>
      <ul className={css.links}>
        <li>
          <DialogLink onClick={openHelp}>{texts.review}</DialogLink>
          <p>{texts.reviewNote}</p>
        </li>
        <li>
          {centre ? (
            <ExternalLink href={centre} className={textLinkClass}>
              {texts.helpCentre}
            </ExternalLink>
          ) : (
            <DialogLink onClick={openHelp}>{texts.helpCentre}</DialogLink>
          )}
          <p>{texts.helpNote}</p>
        </li>
        {landing && (
          <li>
            <ExternalLink href={landing} className={textLinkClass}>
              {texts.landing}
            </ExternalLink>
            <p>{texts.landingNote}</p>
          </li>
        )}
        <li>
          <Link to={loggedIn ? paths.welcome() : paths.root()} className={textLinkClass}>
            {texts.home}
          </Link>
          <p>{texts.homeNote}</p>
        </li>
      </ul>
      {landing ? (
        <ExternalLinkButton wide href={landing}>
          {texts.continueToSite}
        </ExternalLinkButton>
      ) : (
        <Link to={loggedIn ? paths.welcome() : paths.root()} className={buttonClass({ wide: true })}>
          {texts.continueToSite}
        </Link>
      )}
    </Card>
  );
}
