import { mkdir, open, readFile, readdir, rename, access } from 'node:fs/promises';
import { join } from 'node:path';
import { toUnits } from '../../../domain/money.ts';
import type { PayoutAnswer, PayoutOrder, PayoutRail, PayoutState } from './port.ts';

/**
 * Pay-outs by file, for parties without an API: `orders/{reference}.csv` is one order, to be handed over;
 * `results/*.csv` is what came back, one line an order: `reference;completed|failed;provider_id;receipt;reason`.
 * The file's name is the reference, so an order exists once however often it is submitted.
 */
export function batchRail(directory: string, name: string): PayoutRail {
  const orders = join(directory, 'orders');
  const results = join(directory, 'results');
  const fileOf = (reference: string) => join(orders, `${checkedReference(reference)}.csv`);
  return {
    name,
    async submit(order) {
      await mkdir(orders, { recursive: true });
      await mkdir(results, { recursive: true });
      if (!(await exists(fileOf(order.reference))))
        await writeDurably(orders, fileOf(order.reference), order);
      return resultOf(results, order.reference);
    },
    async query(reference) {
      if (!(await exists(fileOf(reference)))) return answer('not-found');
      return resultOf(results, reference);
    },
  };
}

const heading = 'reference;amount;currency;holder;document;bank;destination;description';

/** Written whole under another name first: who collects the orders never sees half a file. */
async function writeDurably(directory: string, file: string, order: PayoutOrder): Promise<void> {
  const line = [
    order.reference,
    toUnits(order.amount).toFixed(2),
    order.currency,
    order.holder,
    order.legalNumber,
    order.bankId,
    order.destination,
    order.description,
  ];
  const temporary = `${file}.tmp`;
  const handle = await open(temporary, 'w', 0o600);
  try {
    await handle.writeFile(`${heading}\n${line.map(csvField).join(';')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
  const folder = await open(directory, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Quoted where needed; a leading sign is a formula to a spreadsheet, so it is disarmed. */
function csvField(value: string): string {
  const safe = /^[=+@\t\r]|^-(?!\d)/.test(value) ? `'${value}` : value;
  return /[";\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

async function resultOf(directory: string, reference: string): Promise<PayoutAnswer> {
  const files = (await readdir(directory)).filter((name) => name.endsWith('.csv')).toSorted();
  for (const file of files) {
    const text = await readFile(join(directory, file), 'utf8');
    for (const line of text.split(/\r?\n/)) {
      const [of, state, providerId = '', receiptCode = '', reason = ''] = line
        .split(';')
        .map((part) => part.trim());
      if (of === reference)
        return { state: stateOf(state), providerId, receiptCode: receiptCode || providerId, reason };
    }
  }
  return answer('in-progress');
}

function stateOf(text: string | undefined): PayoutState {
  return text === 'completed' || text === 'failed' ? text : 'unknown';
}

function answer(state: PayoutState): PayoutAnswer {
  return { state, providerId: '', receiptCode: '', reason: '' };
}

function checkedReference(reference: string): string {
  if (!/^[A-Za-z0-9]{1,15}$/.test(reference)) throw new Error('a reference is 1 to 15 letters and digits');
  return reference;
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
