import { useEffect, useState } from 'react';
import { arrivalDay, arrivalOf, arrivalRule } from '../../countries/arrival.ts';
import { useCountry } from '../country.tsx';
import { businessInstant } from '../business-clock.ts';
import { useSettings } from '../settings.ts';
import { useHolidays } from './use-holidays.ts';

/** Texts about when the money arrives; the day itself comes from `src/countries/arrival.ts`. */
export const arrivalTexts = {
  ifConfirmed: (day: string) => `Si confirmás ahora, acreditamos tu préstamo ${day}.`,
  cashIfConfirmed: (day: string) => `Si confirmás ahora, podés retirar tu préstamo desde ${day}.`,
  ifNotLookedAt: (day: string) =>
    `Si confirmás ahora y no hace falta mirar tus fotos, acreditamos tu préstamo ${day}.`,
  lookedAt:
    'Antes de enviar el dinero, una persona mira las fotos de tu documento. Te avisamos el día por mail apenas termine.',
  waiting:
    'Ahora hay demoras para enviar el dinero y no podemos decirte el día. Te avisamos por mail apenas salga.',
  rules: 'Cómo calculamos esta fecha',
} as const;

/** A page that stays open past the hour of the day's last payouts says the next day. */
const lookAgainMs = 30_000;

/** The instant of the business clock, followed while the page is open. */
export function useBusinessNow(): Date {
  const [deviceMs, setDeviceMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setDeviceMs(Date.now()), lookAgainMs);
    return () => clearInterval(timer);
  }, []);
  // Their responses carry the server's clock.
  useSettings();
  return businessInstant(deviceMs);
}

export const arrivalTones = { none: 'good', look: 'off', delay: 'late' } as const;

/**
 * The sentence that says when the money arrives if the loan is confirmed now; the rule until the holidays are known,
 * and no day where it has to wait for the lender or for a look at the photos. @param isCash it is fetched
 */
export function useArrivalIfConfirmed(isCash = false): {
  readonly sentence: string;
  readonly wait: 'none' | 'look' | 'delay';
} {
  const pack = useCountry();
  const holidays = useHolidays();
  const now = useBusinessNow();
  const { 'pay-outs': payouts } = useSettings();
  if (payouts === 'waiting') return { sentence: arrivalTexts.waiting, wait: 'delay' };
  if (payouts === 'looked-at') return { sentence: arrivalTexts.lookedAt, wait: 'look' };
  if (!holidays) return { sentence: arrivalRule(pack), wait: 'none' };
  const day = arrivalDay(arrivalOf({ confirmedAt: now }, now, pack, () => holidays));
  const plain = isCash ? arrivalTexts.cashIfConfirmed : arrivalTexts.ifConfirmed;
  const words = payouts === 'looked-at-if-needed' ? arrivalTexts.ifNotLookedAt : plain;
  return { sentence: words(day), wait: 'none' };
}
