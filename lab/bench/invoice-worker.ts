// Issues fiscal documents until it is killed, as the worker's queue does: one process of lab/bench/invoices.ts.
import { setTimeout as pause } from 'node:timers/promises';
import { parseConfig } from '../../src/server/platform/config.ts';
import { createLogger } from '../../src/server/platform/logger.ts';
import { run } from '../../src/server/run.ts';
import { issueSeries } from '../../src/server/servicing/invoices/issue.ts';

const url = process.env['DATABASE_URL'] ?? '';
const product = await run(parseConfig(process.env), url, createLogger('silent'), '/nowhere');
process.stdout.write('ready\n');
for (;;) {
  const series = await product.deps.db.selectFrom('invoice_series').select('id').execute();
  // A failed run waits a moment, as its row does.
  await Promise.all(series.map(({ id }) => issueSeries(product.deps, id).catch(() => pause(100))));
}
