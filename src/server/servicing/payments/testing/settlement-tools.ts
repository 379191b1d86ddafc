import { localDate } from '../../../../countries/local-time.ts';
import { COLLECTION_LAYOUTS } from '../../../integrations/collection/layouts.ts';
import { writeCollectionFile, type Written } from '../../../integrations/collection/testing/write-file.ts';
import { signInAs, type StaffMember } from '../../../staff/testing/console.ts';
import { sendFile } from '../../../staff/testing/evidence.ts';
import type { TestProduct } from '../../../testing/product.ts';
import type { Borrower } from './borrower.ts';

/** Two of the staff who may move money, and settlement files of networks for them. Requires a product with a console. */
export async function settlementTools(product: TestProduct) {
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  const [treasury, head] = [await signInAs(product, 'treasury'), await signInAs(product, 'head')];
  for (const each of [treasury, head]) await each.call('POST /api/staff/step-up/sandbox', { body: {} });
  const today = () => localDate(product.deps.clock.now(), 'AR');
  let numbers = 0;
  const nextId = () => String((numbers += 1)).padStart(14, '0');
  async function fileById(id: string) {
    const { body } = await treasury.call('GET /api/staff/money/files', {});
    return body.result.find((each: { id: string }) => each.id === id);
  }
  return {
    treasury,
    head,
    today,
    /** Line of a network for the first instalment, paid today. */
    async paid(one: Borrower, method: string): Promise<Written> {
      const { hash } = (await one.ask([1], method)).body.result;
      const { result } = (
        await product.call('GET /api/v3/coupon/{hash}', { params: { hash }, country: one.country })
      ).body;
      return {
        paidOn: today(),
        reportId: nextId(),
        amount: Math.round(result.amount * 100),
        barcode: result.barcode,
        reference: result.reference,
        text: '',
      };
    },
    /** Line of money with an unknown reference. @param amount centavos */
    lost: (amount: number): Written => ({
      paidOn: today(),
      reportId: nextId(),
      amount,
      barcode: '0'.repeat(42),
      reference: '1',
      text: '',
    }),
    fileOf: (network: string, lines: readonly Written[]) =>
      Buffer.from(writeCollectionFile(COLLECTION_LAYOUTS[network]!, today(), lines)),
    send(key: 'preview' | 'book', network: string, bytes: Buffer, by: StaffMember = treasury) {
      const call = key === 'book' ? 'POST /api/staff/money/files' : 'POST /api/staff/money/files/preview';
      return sendFile(product, by, call, { bytes, query: { network, name: 'rendicion.txt' } });
    },
    fileById,
    linesOf: (id: string, query: Record<string, string> = {}, by: StaffMember = treasury) =>
      by.call('GET /api/staff/money/files/{id}', { params: { id }, query }),
    /** Waits for the worker. */
    async booked(id: string) {
      for (;;) {
        const file = await fileById(id);
        if (file.done === file.lines) return file;
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
      }
    },
  };
}
