import { queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '../../contract/contract.ts';
import { call } from '../api.ts';
import { track } from '../analytics.ts';
import { attribution } from '../attribution.ts';
import { unlessBrought } from '../first-answer.ts';

/** Result of an account-status query (docs/product/borrowers-area.md#account-status). */
export type Account = OutputOf<'POST /api/v3/balance'>['model'];
export type Instalment = Account['installments'][number];
export type Ticket = Account['tickets'][number];

/** The signed address of a PDF ends after an hour: a fresh one comes before, while the page is looked at. */
const refreshMs = 30 * 60_000;

/**
 * The account of a document; a logged-in customer sees another than anybody does.
 * @param loanId of the customer's loan to be shown; '' for the one that owes most
 */
export const balanceQuery = (
  documentNumber: string,
  documentType: number,
  isLoggedIn: boolean,
  loanId = '',
) =>
  queryOptions({
    queryKey: ['balance', documentNumber, documentType, isLoggedIn, loanId],
    queryFn: async ({ signal }) => {
      try {
        const body = {
          document_type: documentType,
          document_number: documentNumber,
          ...(loanId !== '' && { loan_id: loanId }),
          ...attribution(),
        };
        return (await call('POST /api/v3/balance', { body, signal })).model;
      } catch (error) {
        track('balance_failed');
        throw error;
      }
    },
    staleTime: unlessBrought,
    // After paying in another tab the balance shows the result.
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) =>
      state.data?.open_payments.some(({ pdf_url }) => pdf_url !== '') ? refreshMs : false,
    meta: { quiet: true },
  });
