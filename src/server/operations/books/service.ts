import { COUNTRIES, type CountryCode } from '../../../countries/countries.ts';
import {
  addUpBlock,
  addUpBooks,
  blockSize,
  booksTurn,
  keepBooksTurn,
  storeSums,
  keptSums,
  unevenBlocks,
  type AccountSum,
} from '../../loans/ledger/service.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import type { DayFigures } from '../../platform/work/daily.ts';
import { dueParts, type Turn, type TurnOptions } from '../../platform/work/check-turn.ts';
import { sealedTo } from '../seals/service.ts';

/** Minimum number of old blocks recomputed each day: a million transactions. */
const leastBlocks = 50;

/**
 * Audits a country's ledger sums: all entries since the last check or not yet sealed, and a share of the rest against
 * its stored sums. Works in slices so that payments never wait.
 */
export async function checkLedger(
  db: Database,
  country: CountryCode,
  options: TurnOptions,
): Promise<DayFigures> {
  const turn = await booksTurn(db, country);
  const share = await checkShare(db, country, turn, options);
  const newest = await checkNewest(db, country, turn);
  await keepBooksTurn(db, country, {
    day: options.day,
    checkedTo: newest.checkedTo,
    turnedTo: share.turnedTo,
  });
  return {
    transactions: newest.transactions + share.transactions,
    unbalanced: newest.unbalanced + share.unbalanced,
    broken: share.broken + (await unevenBlocks(db, country)),
  };
}

interface Balance extends AccountSum {
  readonly country: CountryCode;
}

export async function ledgerBalances(db: Queryable): Promise<readonly Balance[]> {
  const all: Balance[] = [];
  for (const country of COUNTRIES) {
    // Closed blocks never change; one closed meanwhile is recomputed once more from its entries.
    const { checkedTo } = await booksTurn(db, country);
    all.push(...(await addUpBooks(db, country, checkedTo)).map((sum) => ({ ...sum, country })));
  }
  return all;
}

/** Checks the blocks that are not closed yet; closes the sealed and balanced ones and stores their sums. */
async function checkNewest(db: Database, country: CountryCode, turn: Turn) {
  const sealed = await sealedTo(db, 'ledger');
  const { id: newest } = await db
    .selectFrom('ledger_transaction')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirstOrThrow();
  let [transactions, unbalanced, checkedTo] = [0, 0, turn.checkedTo];
  for (let after = turn.checkedTo; after < (newest ?? 0); after += blockSize) {
    const block = await addUpBlock(db, country, after);
    transactions += block.transactions;
    unbalanced += block.unbalanced;
    const end = after + blockSize;
    // A block that does not balance stays open, so every day finds it again.
    if (unbalanced > 0 || end > sealed) continue;
    checkedTo = end;
    await storeSums(db, { country, after, sums: block.sums }, (tx) =>
      keepBooksTurn(tx, country, { ...turn, checkedTo: end }),
    );
  }
  return { transactions, unbalanced, checkedTo };
}

/** Checks a share of the closed blocks. Stops at a faulty block, so that every day finds it again. */
async function checkShare(db: Queryable, country: CountryCode, turn: Turn, options: TurnOptions) {
  let [transactions, unbalanced, broken, after] = [0, 0, 0, turn.turnedTo];
  let firstBroken: number | undefined;
  const due = dueParts(turn.checkedTo / blockSize, turn.day, options, leastBlocks);
  for (let done = 0; done < due; done += 1) {
    if (after >= turn.checkedTo) after = 0;
    const [block, kept] = await Promise.all([addUpBlock(db, country, after), keptSums(db, country, after)]);
    transactions += block.transactions;
    unbalanced += block.unbalanced;
    if (block.unbalanced > 0 || !isSame(block.sums, kept)) {
      firstBroken ??= after;
      broken += 1;
    }
    after += blockSize;
  }
  return { transactions, unbalanced, broken, turnedTo: firstBroken ?? after };
}

const textsOf = (sums: readonly AccountSum[]) =>
  sums.map(({ currency, account, amount }) => `${currency} ${account} ${amount}`).toSorted();

const isSame = (sums: readonly AccountSum[], kept: readonly AccountSum[]) =>
  textsOf(sums).join() === textsOf(kept).join();
