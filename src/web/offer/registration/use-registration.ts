import { useState } from 'react';
import { paths } from '../../../contract/paths.ts';
import { FORM_MESSAGES } from '../../../countries/fields/form-messages.ts';
import { track } from '../../analytics.ts';
import { ApiFailure } from '../../../ui/api-failure.ts';
import { call, revoke } from '../../api.ts';
import { attribution } from '../../attribution.ts';
import { useCountry } from '../../country.tsx';
import { ruleOf } from '../../forms/rule.ts';
import { useForm } from '../../forms/use-form.ts';
import { reportSocialFailure } from '../../login/social-failure.ts';
import { session, type Session } from '../../session.ts';
import { reportFailure } from '../../shell/report-failure.ts';
import { snackbar } from '../../shell/snackbar/snackbar-store.ts';
import { useGo } from '../../shell/use-go.ts';
import type { SocialProvider } from './social-buttons.tsx';

/**
 * Duration of the warning about a known person, milliseconds (docs/product/signup-and-login.md#creating-an-account).
 */
const userExistsMs = 6000;
const userExists =
  'El correo y/o DNI ya se encuentran registrados. Hace clic en INGRESAR AQUÍ para poder completar tu solicitud.';

/** Creates the lead's account, with the chosen proposal (docs/product/offer.md#registration). */
export interface Registration {
  readonly hash: string;
  readonly email: string;
  /** Id of the selected proposal. */
  readonly option: string;
}

/** Informs a person with an existing account, by e-mail or social registration; true if there was one. */
function isKnownPerson(error: unknown): boolean {
  const code = error instanceof ApiFailure ? error.code : 'unreadable';
  track('registration_failed', { code });
  if (code !== 'user_exists') return false;
  snackbar.show({ message: userExists, kind: 'warning', timeout: userExistsMs, login: true });
  return true;
}

/** Registration by e-mail or by a social identity; either ends at /bienvenido. */
export function useRegistration({ hash, email, option }: Registration) {
  const pack = useCountry();
  const go = useGo();
  const [again, setAgain] = useState(false);
  const [busy, setBusy] = useState(false);
  const [isKnown, setKnown] = useState(false);
  const known = { hash, option: option || 0, ...attribution() };

  function enter({ token, expired }: Session) {
    track('registration_done');
    const before = session.token();
    session.login({ token, expired });
    if (before !== token) revoke(before);
    go.to(paths.welcome());
  }

  // Any other failure by e-mail is only tracked, and the button offers another try.
  function failed(error: unknown): boolean {
    if (isKnownPerson(error)) setKnown(true);
    else setAgain(true);
    return true;
  }

  const form = useForm({
    initial: { email, terms: '' },
    rules: { email: ruleOf(pack, 'email'), terms: ruleOf(pack, 'terms') },
    onInvalid: () => FORM_MESSAGES.reviewFields,
    onSubmit: async (values) =>
      enter(
        (await call('POST /api/v3/account', { body: { email: values.email.trim(), terms: true, ...known } }))
          .result,
      ),
    onFailure: failed,
  });

  /** The account is made with the provider's answer: the terms are asked for before. */
  function ask(): boolean {
    if (form.values.terms === 'true') return true;
    const terms = form.field('terms');
    terms.onLeave();
    document.getElementById(terms.id)?.focus();
    return false;
  }

  async function send(provider: SocialProvider, token: string, nonce = '') {
    setBusy(true);
    try {
      enter(
        (await call(`POST /api/social/${provider}`, { body: { token, nonce, terms: true, ...known } }))
          .result,
      );
    } catch (error) {
      if (isKnownPerson(error)) setKnown(true);
      else reportSocialFailure(error, go.to);
    } finally {
      setBusy(false);
    }
  }

  /** Requests by mail a document held by another account. */
  async function claimDocument() {
    setBusy(true);
    try {
      const body = { email: form.values.email.trim(), hash, terms: true };
      const { messages } = await call('POST /api/v3/document-claim', { body });
      snackbar.show({ message: messages.join(' '), kind: 'success' });
    } catch (error) {
      reportFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return {
    form,
    claim: isKnown ? claimDocument : undefined,
    again,
    social: { busy, ask, send },
  };
}
