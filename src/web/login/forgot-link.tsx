import { paths } from '../../contract/paths.ts';
import { useSettings } from '../settings.ts';
import { ExternalLink, Link } from '../shell/link.tsx';
import css from './login.module.css';
import { addressOf, withQuery } from './outside-address.ts';
import { loginTexts as texts } from './texts.ts';

/** While rendering at build time there is no address bar; only addresses of this site are made then. */
const originHere = () => (typeof location === 'undefined' ? 'http://this.site.invalid' : location.origin);

/** The recovery page of the setting, with product and back URL (docs/product/signup-and-login.md#asking). */
export function ForgotLink() {
  const setting = useSettings()['recovery-url'];
  const origin = originHere();
  const address = addressOf(setting, origin) ?? paths.login({ reset: '1' });
  const isOwn = address.startsWith('/');
  const back = isOwn ? paths.login() : origin + paths.login();
  const full = withQuery(address, { product: 'LOANS', back_url: back }, origin);
  return (
    <p className={css.forgot}>
      {isOwn ? (
        <Link to={full}>{texts.forgot}</Link>
      ) : (
        <ExternalLink href={full}>{texts.forgot}</ExternalLink>
      )}
    </p>
  );
}
