import { after } from '../../platform/clock.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Dependencies } from '../../dependencies.ts';
import { mayStillPay } from '../../integrations/payouts/port.ts';
import type { Tx } from '../../platform/database.ts';
import { fail, ok, type Failure, type Result } from '../../platform/http/result.ts';
import { doerOf, type Askers } from '../../staff/actions/service.ts';
import { hasFile } from '../../staff/files/service.ts';
import { answersOf, type StoredResponse, type OrderName } from '../outgoing-orders/service.ts';

/**
 * Resolution by two people with evidence, when the rail gives no final result
 * (docs/decisions/0012-failed-payout.md).
 */
export interface ManualResolution {
  readonly outcome: 'paid' | 'not-paid';
  readonly fileId: number;
  /** Bank's number of the transfer, if it was paid. */
  readonly receiptCode: string;
  /** The rail's last answer. */
  readonly answer: string;
  readonly askedBy: number;
  readonly approvedBy: number;
}

/** Maximum age of the provider's answer when a person requests a resolution. */
const askedWithinMinutes = 30;

interface AskedToSettle extends Askers {
  readonly body: {
    readonly outcome: ManualResolution['outcome'];
    readonly receipt_code?: string | undefined;
    readonly file: number;
    readonly answer: number;
  };
}

interface SettledOrder extends OrderName {
  readonly country: CountryCode;
  readonly state: string;
  /** True if its batch file has not been sent yet. */
  readonly isLeaving: boolean;
}

/**
 * Checks that two people may resolve an order: it has no final result, the evidence file exists, the provider
 * was asked first and has not changed its answer since, and no unsent file holds the order. It may be
 * resolved as not paid only if the provider's last answer rules out a later payment.
 */
export async function resolutionOn(
  tx: Tx,
  { clock }: Pick<Dependencies, 'clock'>,
  order: SettledOrder,
  { body, by, approver }: AskedToSettle,
): Promise<Result<ManualResolution>> {
  if (order.state !== 'sent' && order.state !== 'unknown') return fail('pay_out_state');
  const receiptCode = body.receipt_code?.trim() ?? '';
  if (!(await hasFile(tx, order.country, body.file))) return fail('evidence_missing');
  if (body.outcome === 'paid' && receiptCode === '') return missingCode();
  if (order.isLeaving) return fail('pay_out_leaving');
  const answers = await answersOf(tx, order, mostAnswers);
  const [last] = answers;
  const seen = answers.find(({ id }) => id === body.answer);
  if (!last) return fail('pay_out_ask_first');
  // Money that may still be paid out must not be released, or it would be spent twice.
  if (body.outcome === 'not-paid' && mayStillPay(last)) return fail('pay_out_in_progress');
  if (!seen || !isSameWord(last, seen)) return changedBy('', 'la respuesta sobre este envío');
  // A frozen request contains the answer of its time.
  if (approver === undefined && last.last_at < after(clock.now(), -askedWithinMinutes, 'minutes'))
    return fail('pay_out_ask_first');
  return ok({
    outcome: body.outcome,
    fileId: body.file,
    receiptCode: body.outcome === 'paid' ? receiptCode : '',
    answer: last.state,
    askedBy: by.staffId,
    approvedBy: doerOf({ by, approver }).staffId,
  });
}

/** Above the number of answers during a review: a repeated answer is only counted. */
const mostAnswers = 100;

/** The worker keeps asking meanwhile, so a repeated answer changes nothing. */
const isSameWord = (a: StoredResponse, b: StoredResponse): boolean =>
  a.state === b.state && a.provider_id === b.provider_id && a.receipt_code === b.receipt_code;

const missingCode = (): Failure =>
  fail('invalid', { fields: { receipt_code: 'Escribí el número de la transferencia.' } });

/** Failure because another person, or the system, changed the subject first. */
export function changedBy(name: string, what: string): Failure {
  return fail('changed_meanwhile', {
    message: `${name || 'El proveedor o el sistema'} cambió ${what} mientras lo mirabas. Actualizá la página y revisalo.`,
  });
}
