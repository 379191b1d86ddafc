import { useRef, useState } from 'react';
import { paths } from '../../../contract/paths.ts';
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
export function useDebtFree(documentNumber: string) {
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
