import type { CallKey, InputOf, OutputOf } from '../contract/contract.ts';
import { paths } from '../contract/paths.ts';
import { balanceQuery } from './balance/balance-query.ts';
import { certificateCheckQuery, certificateQuery } from './balance/debt-free/certificate-query.ts';
import type { KnownAnswer } from './first-answer.ts';
import { loanQuery } from './loan/loan-query.ts';
import { leadOfferQuery } from './offer/offer-source.ts';
import { barcodeQuery } from './pay/barcode-query.ts';
import { couponQuery } from './pay/coupon-query.ts';
import type { Route } from './router/route.ts';

type Params = Readonly<Record<string, string>>;

/** The call that a page makes first, and which queries its answer answers. */
interface FirstAnswer<K extends CallKey> {
  readonly key: K;
  /** Arguments of the call; undefined if the address asks for something that the server must not request by itself. */
  readonly input: (
    params: Params,
  ) => { readonly params?: InputOf<K, 'params'>; readonly body?: InputOf<K, 'body'> } | undefined;
  readonly known: (
    params: Params,
    answer: OutputOf<K>,
    isLoggedIn: boolean,
  ) => KnownAnswer[] | Promise<KnownAnswer[]>;
}

const first = <K extends CallKey>(answer: FirstAnswer<K>) => answer as unknown as FirstAnswer<CallKey>;
const of = (params: Params, name: string) => params[name] ?? '';
const byHash = (params: Params) => ({ params: { hash: of(params, 'hash') } });

const loan = first({
  key: 'GET /api/v3/loan-new/{id}',
  input: (params) => ({ params: { id: of(params, 'id') } }),
  known: (params, { result }) => [{ queryKey: loanQuery(of(params, 'id')).queryKey, data: result }],
});

/** Keyed by route pattern. */
const firstAnswers: Readonly<Record<string, FirstAnswer<CallKey>>> = {
  [paths.vendor.pattern]: first({
    key: 'GET /vendors-api/v1/leads/{hash}',
    input: byHash,
    known: (params, { result }) => [{ queryKey: leadOfferQuery(of(params, 'hash')).queryKey, data: result }],
  }),
  [paths.balance.pattern]: first({
    key: 'POST /api/v3/balance',
    input: (params) =>
      of(params, 'type') === '1' ? { body: { document_number: of(params, 'document_number') } } : undefined,
    known: (params, { model }, isLoggedIn) => [
      { queryKey: balanceQuery(of(params, 'document_number'), 1, isLoggedIn).queryKey, data: model },
    ],
  }),
  [paths.coupon.pattern]: first({
    key: 'GET /api/v3/coupon/{hash}',
    input: byHash,
    known: async (params, { result }, isLoggedIn) => {
      const { barcode, state } = result;
      const coupon = { queryKey: couponQuery(of(params, 'hash'), isLoggedIn).queryKey, data: result };
      if (barcode === '' || state !== 'open') return [coupon];
      const { barcodeOf } = await import('./pay/barcode.ts');
      return [coupon, { queryKey: barcodeQuery(barcode).queryKey, data: barcodeOf(barcode) }];
    },
  }),
  [paths.finishOpen.pattern]: loan,
  [paths.loan.pattern]: loan,
  [paths.debtFree.pattern]: first({
    key: 'GET /api/v3/debtfree/{hash}',
    input: byHash,
    known: (params, { result }) => [
      { queryKey: certificateQuery(of(params, 'hash')).queryKey, data: result },
    ],
  }),
  [paths.debtFreeCheck.pattern]: first({
    key: 'GET /api/v3/debtfree-check/{hash}',
    input: byHash,
    known: (params, { result }) => [
      { queryKey: certificateCheckQuery(of(params, 'hash')).queryKey, data: result },
    ],
  }),
};

/** First request of a route's page; undefined if the server must not make it. */
export function firstAnswerOf({ path }: Pick<Route, 'path'>): FirstAnswer<CallKey> | undefined {
  return firstAnswers[path];
}
