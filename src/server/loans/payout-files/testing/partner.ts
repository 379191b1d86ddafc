import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fromUnits, type Currency } from '../../../../domain/money.ts';
import type { PayoutOrder } from '../../../integrations/payouts/port.ts';

/** Receiving partner: collects order files from a worker's folder, removes them at once, and delivers results. */
export interface Partner {
  /** References in all files so far, with repetitions. */
  references(): Promise<string[]>;
  bring(name: string, content: string): Promise<void>;
  stop(): Promise<void>;
}

/** @param payoutDir payout folder of the worker */
export async function startPartner(payoutDir: string, rail: string, everyMs = 20): Promise<Partner> {
  const orders = join(payoutDir, rail, 'orders');
  const results = join(payoutDir, rail, 'results');
  const mine = join(payoutDir, rail, 'taken');
  for (const folder of [orders, results, mine]) await mkdir(folder, { recursive: true });
  const filesIn = async (folder: string) => {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.csv'));
    return Promise.all(names.toSorted().map((name) => readFile(join(folder, name), 'utf8')));
  };
  let count = 0;
  const take = async () => {
    for (const name of await readdir(orders))
      if (name.endsWith('.csv')) await rename(join(orders, name), join(mine, `${(count += 1)}-${name}`));
  };
  let taking = Promise.resolve();
  const takeNow = () => (taking = taking.then(take));
  const timer = setInterval(() => void takeNow(), everyMs);
  return {
    async references() {
      await takeNow();
      return (await filesIn(mine)).flatMap((text) => text.match(/^\d{15}(?=;)/gm) ?? []);
    },
    async bring(name, content) {
      await writeFile(join(results, `.${name}`), content);
      await rename(join(results, `.${name}`), join(results, name));
    },
    async stop() {
      clearInterval(timer);
      await taking;
      await rm(mine, { recursive: true, force: true });
    },
  };
}

/** Result file as a partner sends it. */
export function resultFile(rail: string, currency: string, lines: readonly string[]): string {
  return [`RESULTS;${rail};${currency}`, ...lines, `END;${lines.length}`, ''].join('\n');
}

/** An order of 10.50, as a step passes it to its rail. */
export const smallOrder = (reference: string, currency: Currency): PayoutOrder => ({
  reference,
  amount: fromUnits('10.50'),
  currency,
  holder: 'Ana Pérez',
  legalNumber: '11111111',
  bankId: '',
  destination: '11111111',
  description: 'Prestamo',
});
