import { paths } from '../../../contract/paths.ts';
import { useLoggedIn } from '../../session.ts';
import { Link } from '../../shell/link.tsx';
import { Button, ExternalLinkButton } from '../../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../../ui/tag.tsx';
import type { Account } from '../balance-query.ts';
import css from '../balance.module.css';
import { debtFreeTexts as texts } from './debt-free-texts.ts';
import { overview } from '../standing.ts';
import { useRef, useState } from 'react';
import { track } from '../../analytics.ts';
import { call } from '../../api.ts';
import { attribution } from '../../attribution.ts';

/**
 * Safari, and every browser of an iPhone, which is Safari inside: they open no window after an answer has been
 * waited for. Either name that the browser gives itself counts: a dialog too many costs one press, a window that
 * never opens the certificate.
 */
export const opensNoWindows = ({ vendor, userAgent }: Pick<Navigator, 'vendor' | 'userAgent'>): boolean =>
  vendor.startsWith('Apple') || (/Safari\//.test(userAgent) && !/Chrom(e|ium)\/|Android/.test(userAgent));

/** @returns whether the browser did */
function openWindow(path: string): boolean {
  if (opensNoWindows(navigator)) return false;
  const opened = window.open(path, '_blank');
  if (opened) opened.opener = null;
  return opened !== null;
}

/** Generates the certificate and opens it in a new window; a failure is an event only. */
function useDebtFree(documentNumber: string) {
  const [isBusy, setBusy] = useState(false);
  /** Address of the certificate if the person has to open it; '' otherwise. */
  const [ready, setReady] = useState('');
  const sending = useRef(false);

  async function generate(): Promise<void> {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    try {
      const body = { document_type: 1 as const, document_number: documentNumber, ...attribution() };
      const path = paths.debtFree((await call('POST /api/v3/debtfree', { body })).result.hash);
      if (!openWindow(path)) setReady(path);
    } catch {
      track('debtfree_failed');
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  return { isBusy, ready, generate, forget: () => setReady('') };
}

/**
 * The debt-free certificate: only with no instalment left and where the status says so
 * (docs/product/borrowers-area.md#debt-free-certificate).
 */
export function DebtFreePanel({ account }: { account: Account }) {
  const { open } = overview(account);
  if (!account.debtFreeStatus || open.length > 0) {
    return (
      <Notice tone="late" title={texts.noTitle}>
        {open.length > 0 ? texts.no(open.length) : texts.noLoan}
      </Notice>
    );
  }
  return <Generate documentNumber={account.documentNumber} />;
}

function Generate({ documentNumber }: { documentNumber: string }) {
  const certificate = useDebtFree(documentNumber);
  const isLoggedIn = useLoggedIn();
  return (
    <>
      <Notice tone="good" title={texts.yesTitle}>
        {texts.yes}
      </Notice>
      <Button wide busy={certificate.isBusy} onClick={() => void certificate.generate()}>
        {texts.generate}
      </Button>
      <p className={css.caption}>{texts.opens}</p>
      {!isLoggedIn && (
        <p className={css.caption}>
          {texts.unnamed}{' '}
          <Link to={paths.login({ redirectTo: paths.balance(documentNumber) })}>{texts.login}</Link>.
        </p>
      )}
      {certificate.ready && <Ready path={certificate.ready} onClose={certificate.forget} />}
    </>
  );
}

/** For browsers that open no window by themselves: Safari gets a dialog instead. */
function Ready({ path, onClose }: { path: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.readyTitle}
      actions={
        <>
          <ExternalLinkButton wide href={path} onClick={onClose}>
            {texts.open}
          </ExternalLinkButton>
          <Button wide kind="ghost" onClick={onClose}>
            {texts.close}
          </Button>
        </>
      }
    >
      <p>{texts.ready}</p>
    </Dialog>
  );
}
