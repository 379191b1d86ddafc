import { randomInt } from 'node:crypto';
import type { Currency } from '../../../domain/currency.ts';
import { centavos, type Centavos } from '../../../domain/money.ts';
import type { Database } from '../../platform/database.ts';
import type { ListedState } from '../listed.ts';
import type { Wallet, WalletPayment, WalletPaymentState } from './port.ts';
import { isSigned } from './signature.ts';

/** Signature secrets of the sandbox wallet, exported for tests. */
export const sandboxWalletSecrets = ['sandbox-secret-now', 'sandbox-secret-before'];

/** Sandbox wallet with payments as rows; {@link decideWalletPayment} creates them. */
export function sandboxWallet(db: Database): Wallet {
  return {
    name: 'mercado-pago',
    createCheckout: async ({ reference, successUrl }) => ({
      id: `sandbox-${reference}`,
      url: new URL(`/sandbox/checkout/${reference}`, successUrl).href,
    }),
    cancelCheckout: async () => undefined,
    async payment(id) {
      const [found] = await select(db, 'id', id);
      return found;
    },
    paymentsOf: (reference) => select(db, 'reference', reference),
    isGenuine: (notification, now) => isSigned(notification, sandboxWalletSecrets, now),
    listing: {
      // The sandbox stores no times, so every payment counts as made at the requested time.
      async list(from) {
        const all = await select(db);
        return all.map(({ id, state, amount, currency }) => ({
          key: id,
          providerId: id,
          state: listedState[state],
          amount,
          currency,
          at: from,
        }));
      },
      async stateOf(id) {
        const [found] = await select(db, 'id', id);
        return found && listedState[found.state];
      },
    },
  };
}

const listedState: Readonly<Record<WalletPaymentState, ListedState>> = {
  approved: 'taken',
  reversed: 'given-back',
  rejected: 'not-taken',
  'under-way': 'open',
};

async function select(db: Database, column?: 'id' | 'reference', value = ''): Promise<WalletPayment[]> {
  const rows = await db
    .selectFrom('sandbox_payment')
    .select(['id', 'reference', 'state', 'amount', 'refunded', 'currency'])
    .where('id', 'like', 'wallet-%')
    .$if(column !== undefined, (query) => query.where(column ?? 'id', '=', value))
    .orderBy('id')
    .execute();
  return rows.map(({ state, amount, refunded, ...row }) => ({
    ...row,
    ...(refunded > 0 ? { refunded: centavos(refunded) } : {}),
    state: state as WalletPaymentState,
    amount: centavos(amount),
  }));
}

/** Creates a successful or failed payment in the sandbox. @returns the provider's id */
export async function decideWalletPayment(
  db: Database,
  payment: {
    readonly id?: string;
    readonly reference: string;
    readonly amount: Centavos;
    readonly currency: Currency;
    readonly state: WalletPaymentState;
    readonly refunded?: Centavos;
  },
): Promise<string> {
  const { id = `wallet-${randomInt(1, 2 ** 47)}`, ...row } = payment;
  await db
    .insertInto('sandbox_payment')
    .values({ id, ...row })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        state: row.state,
        ...(row.refunded === undefined ? {} : { refunded: row.refunded }),
      }),
    )
    .execute();
  return id;
}
