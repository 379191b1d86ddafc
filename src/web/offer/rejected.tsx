import { useEffect } from 'react';
import { track } from '../analytics.ts';
import { paths } from '../paths.ts';
import { openHelp } from '../shell/help-store.ts';
import { ExternalLink, Link } from '../shell/link.tsx';
import { Screen } from '../shell/screen.tsx';
import { useSettings } from '../settings.ts';
import { ExternalLinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import css from './rejected.module.css';
import { rejectedTexts as texts } from './texts.ts';

/**
 * No offer (A §2.6 'Rejected state'). `hasAmount` tells the two variants apart: without a maximum the profile
 * has no offer; with one but without any plan there is no loan.
 */
export function Rejected({ firstName, hasAmount }: { firstName: string; hasAmount: boolean }) {
  const settings = useSettings();
  const landing = settings['landing-page-url'] || paths.root();
  const helpCentre = settings['help-url'];
  useEffect(() => track('offer_rejected'), []);
  return (
    <Screen
      title={
        <>
          {firstName && <span>{firstName}, </span>}
          <span className={firstName ? undefined : css.sentence}>
            {hasAmount ? texts.noLoan : texts.noOffer}
          </span>
        </>
      }
      intro={<p>{texts.later}</p>}
    >
      <Card>
        <h2>{texts.next}</h2>
        <ul className={css.links}>
          <li>
            {helpCentre ? (
              <ExternalLink href={helpCentre}>{texts.helpCentre}</ExternalLink>
            ) : (
              <button type="button" onClick={openHelp}>
                {texts.helpCentre}
              </button>
            )}
            <p>{texts.helpCentreNote}</p>
          </li>
          <li>
            <ExternalLink href={landing}>{texts.landing}</ExternalLink>
            <p>{texts.landingNote}</p>
          </li>
          <li>
            <Link to={paths.root()}>{texts.home}</Link>
            <p>{texts.homeNote}</p>
          </li>
        </ul>
        <ExternalLinkButton wide href={landing}>
          {texts.continueToSite}
        </ExternalLinkButton>
      </Card>
    </Screen>
  );
}
