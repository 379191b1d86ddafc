// Issues fiscal documents until it is killed, as the worker's queue does: one process of lab/bench/invoices.ts. It opens
// no more of the product than that, because its start is most of its short life.
import { setTimeout as pause } from 'node:timers/promises';
import { createInvoicing } from '../../src/server/integrations/invoicing/create.ts';
import { systemClock as clock } from '../../src/server/platform/clock.ts';
import { parseConfig } from '../../src/server/platform/config.ts';
import { openDatabase } from '../../src/server/platform/database.ts';
import { vaultOf } from '../../src/server/platform/secrets.ts';
import { issueSeries } from '../../src/server/servicing/invoices/issue.ts';

const config = parseConfig(process.env);
const { db } = openDatabase(process.env['DATABASE_URL'] ?? '', 4, 60);
const invoicing = await createInvoicing({ config, db, clock, vault: vaultOf(config.APP_SECRET) });
// The first call makes the stand-in's certificate and reads the WSDL; the life that is cut short begins after it.
await invoicing('AR')?.last('invoice');
process.stdout.write('ready\n');
for (;;) {
  const series = await db.selectFrom('invoice_series').select('id').execute();
  // A failed run waits a moment, as its row does.
  await Promise.all(
    series.map(({ id }) =>
      issueSeries({ db, clock, config, ports: { invoicing } }, id).catch(() => pause(100)),
    ),
  );
}
