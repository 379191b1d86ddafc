import { parentPort } from 'node:worker_threads';
import { type CouponSheet, drawCoupon } from './coupon-sheet.ts';

/** Draws in a separate thread: it takes tens of milliseconds that would block requests. */
async function answer(sheet: CouponSheet): Promise<void> {
  const bytes = new Uint8Array(await drawCoupon(sheet));
  parentPort?.postMessage(bytes, [bytes.buffer]);
}

parentPort?.on('message', (sheet: CouponSheet) => void answer(sheet));
