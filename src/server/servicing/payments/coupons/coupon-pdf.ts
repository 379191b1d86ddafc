import { COUPON_TEXTS, couponRows, transferRows } from '../../../../countries/papers/coupon-texts.ts';
import { packOf } from '../../../../countries/index.ts';
import { formatMoney } from '../../../../domain/money.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { fail, failTooMany, ok, type Result } from '../../../platform/http/result.ts';
import { isOwners } from '../../../loans/service.ts';
import { fileAnswer } from '../../../platform/http/file-answer.ts';
import type { RawAnswer } from '../../../platform/http/route.ts';
import { overLimit } from '../../../platform/limits/limits.ts';
import type { AddressQuery } from '../../../platform/signed-address.ts';
import { threadOf } from '../../../platform/work/thread.ts';
import { couponAnswer, isPrinted, type CouponAnswer } from './coupon.ts';
import type { CouponSheet } from './coupon-sheet.ts';
import type { PaymentRequest } from '../queries.ts';

/** Limit per hour, more than a person needs. */
const mostAnHour = 60;
/** Drawing takes some ten milliseconds per page; starting the thread takes a second on a busy machine. */
const drawing = threadOf<CouponSheet, Uint8Array>(new URL('coupon-thread.ts', import.meta.url), {
  timeoutMs: 10_000,
  maxMegabytes: 128,
});

/** PDF of an open coupon or of a transfer's data; with the hash alone, the person's name is omitted. */
export async function printCoupon(
  deps: Dependencies,
  request: PaymentRequest,
  proof: AddressQuery,
): Promise<Result<RawAnswer>> {
  if (!isPrinted(request)) return fail('not_found');
  const coupon = await couponAnswer(deps, request, isOwners(deps, request.hash, proof));
  if (coupon.state !== 'open') return fail('payment_closed');
  const limit = { key: `coupon-pdf:${request.hash}`, max: mostAnHour, windowSeconds: 3600 };
  const wait = await overLimit(deps.db, limit, deps.clock.now());
  if (wait !== undefined) return failTooMany(wait);
  try {
    const body = Buffer.from(await drawing.run(sheetOf(deps, request, coupon)));
    const name = `cupon-${coupon.supplier_slug}-${coupon.hash.slice(0, 8)}.pdf`;
    return ok(fileAnswer({ type: 'application/pdf', body, name }));
  } catch (error) {
    deps.log.error({ err: error }, 'a coupon could not be drawn');
    return fail('unavailable', { message: COUPON_TEXTS.barcodeFailed });
  }
}

function sheetOf(
  { clock, config }: Dependencies,
  request: PaymentRequest,
  coupon: CouponAnswer,
): CouponSheet {
  const { country } = request;
  const { currency, locale } = packOf(country);
  const kind = request.kind === 'transfer' ? 'transfer' : 'coupon';
  return {
    language: locale,
    author: config.BRAND,
    title: COUPON_TEXTS.titles[kind],
    supplier: coupon.supplier_name,
    amountLabel: COUPON_TEXTS.amount,
    amount: formatMoney(request.amount, currency),
    until: COUPON_TEXTS.payUntil(coupon.due_date),
    how: COUPON_TEXTS.how[kind],
    barcode: coupon.barcode,
    barcodeLabel: COUPON_TEXTS.barcode,
    rows: [...transferRows(coupon, country), ...couponRows(coupon, country)],
    foot: COUPON_TEXTS.after(coupon.due_date),
    at: clock.now(),
  };
}
