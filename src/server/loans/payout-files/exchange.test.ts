import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode, DeliveryType } from '../../../countries/country-pack.ts';
import { newFolder } from '../../testing/new-folder.ts';
import { takeStep } from '../service.ts';
import { confirmationOf, loanInState, signUpAndVerify } from '../../testing/journey.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { resultFile, startPartner, type Partner } from './testing/partner.ts';

/** API for applications; it runs no worker. */
let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
});
afterAll(() => product.close());

const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.stop();
});

/** Starts a worker of the same deployment without stand-ins, on a machine with its own disk. */
async function startWorker(dataDir: string): Promise<TestProduct> {
  const worker = await startProduct({
    beside: product,
    settings: {
      ROLE: 'worker',
      SANDBOX: 'off',
      DATA_DIR: dataDir,
      APP_SECRET: product.deps.config.APP_SECRET,
      PAYOUT_BATCH_SECONDS: '0',
    },
  });
  open.push({ stop: () => worker.stop() });
  return worker;
}

async function disk(): Promise<string> {
  const dataDir = newFolder();
  return dataDir;
}

async function partnerAt(dataDir: string, rail: string): Promise<Partner> {
  const partner = await startPartner(join(dataDir, 'payouts'), rail);
  open.push(partner);
  return partner;
}

async function confirmed(country: CountryCode, delivery: DeliveryType) {
  const person = await signUpAndVerify(product, country, { delivery });
  const more = delivery === 'pdv' ? { deliveryPoint: '4' } : {};
  const { body } = await person.call('POST /api/v3/finish-new', { body: confirmationOf(person, { more }) });
  const publicId: string = body.result.id;
  const row = await product.deps.db
    .selectFrom('loan')
    .innerJoin('payout', 'payout.loan_id', 'loan.id')
    .select(['loan.id', 'payout.reference', 'payout.amount'])
    .where('loan.public_id', '=', publicId)
    .executeTakeFirstOrThrow();
  return { person, publicId, loanId: row.id, reference: row.reference, amount: row.amount };
}

/** Polls until a value is there, for at most twenty seconds. */
async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (const deadline = Date.now() + 20_000; ;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    if (Date.now() > deadline) throw new Error('it did not happen within 20 seconds');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe.each([
  ['UY', 'bank-transfer', 'UYU'],
  ['AR', 'pdv', 'ARS'],
] as const)('%s by %s', (country, rail, currency) => {
  test('each loan is ordered once, with any reader of the files and any number of disks', async () => {
    const loans = [await confirmed(country, rail), await confirmed(country, rail)];
    const references = loans.map(({ reference }) => reference).toSorted();
    const disks = [await disk(), await disk()];
    const partners = [await partnerAt(disks[0]!, rail), await partnerAt(disks[1]!, rail)];
    const ordered = async () =>
      (await Promise.all(partners.map((partner) => partner.references()))).flat().toSorted();
    const first = await startWorker(disks[0]!);
    await until(async () => ((await ordered()).length >= loans.length ? true : undefined));
    const second = await startWorker(disks[1]!);
    // The files are gone: each of these queries used to create another order.
    for (let round = 0; round < 5; round += 1)
      for (const { deps } of [first, second])
        await Promise.all(loans.map(({ loanId }) => takeStep(deps, loanId, true)));
    expect(await ordered()).toEqual(references);
    const [paid, refused] = loans;
    await partners[1]!.bring(
      'answers.csv',
      resultFile(rail, currency, [
        `${paid!.reference};COMPLETED;"P;1";"C-1";`,
        `"${refused!.reference}";"Failed";;;"not there"`,
      ]),
    );
    await loanInState(paid!.person, paid!.publicId, 'approved');
    await loanInState(refused!.person, refused!.publicId, 'canceled');
    expect(await ordered()).toEqual(references);
    const receipt = await product.deps.db
      .selectFrom('payout')
      .select(['provider_id', 'receipt_code'])
      .where('loan_id', '=', paid!.loanId)
      .executeTakeFirst();
    expect(receipt).toEqual({ provider_id: 'P;1', receipt_code: 'C-1' });
  });
});

test('a result that is there before the order keeps it from going out', async () => {
  const { person, publicId, reference } = await confirmed('UY', 'red-pagos');
  const dataDir = await disk();
  const partner = await partnerAt(dataDir, 'red-pagos');
  await partner.bring('old.csv', resultFile('red-pagos', 'UYU', [`${reference};completed;P-2;C-2;`]));
  await startWorker(dataDir);
  await loanInState(person, publicId, 'approved');
  expect(await partner.references()).toEqual([]);
});
