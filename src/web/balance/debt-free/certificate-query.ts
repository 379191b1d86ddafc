import { queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '../../../contract/contract.ts';
import { call } from '../../api.ts';

export type Certificate = OutputOf<'GET /api/v3/debtfree/{hash}'>['result'];
export type CertificateCheck = OutputOf<'GET /api/v3/debtfree-check/{hash}'>['result'];

/** A certificate, which stays as it was issued. */
export const certificateQuery = (hash: string) =>
  queryOptions({
    queryKey: ['certificate', hash],
    queryFn: async ({ signal }) =>
      (await call('GET /api/v3/debtfree/{hash}', { params: { hash }, signal })).result,
    staleTime: Infinity,
    meta: { quiet: true },
  });

/** Verifies a certificate by its printed code. */
export const certificateCheckQuery = (code: string) =>
  queryOptions({
    queryKey: ['certificate-check', code],
    queryFn: async ({ signal }) =>
      (await call('GET /api/v3/debtfree-check/{hash}', { params: { hash: code }, signal })).result,
    meta: { quiet: true },
  });
