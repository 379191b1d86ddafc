import type { OutputOf } from '../../contract/contract.ts';
import { parseBankAccount } from '../../countries/identifiers/cbu.ts';
import { FORM_MESSAGES } from '../../countries/form-messages.ts';
import type { Dependencies } from '../dependencies.ts';
import { forgetDrafts } from '../drafts/service.ts';
import { recordEvent } from '../platform/events.ts';
import { fail, ok, type Result } from '../platform/http/result.ts';
import { callerOf, type Call } from '../platform/http/route.ts';
import { checkBankAccount } from './bank-account-rules.ts';
import { asksForDelivery, isCash } from './delivery.ts';
import { refuseStaleLogin } from './fresh-login.ts';
import { bankAccountModel } from './models.ts';
import { bankAccountsOf, lockCustomer, loanStatesInForce } from './queries.ts';

const addKey = 'POST /api/bank-accounts';
const removeKey = 'DELETE /api/bank-accounts';

/** Adds an account of the customer's own (docs/product/application.md#bank-account). */
export async function addBankAccount(
  deps: Dependencies,
  call: Call<typeof addKey>,
): Promise<Result<OutputOf<typeof addKey>>> {
  const { country, body } = call;
  const identity = callerOf(call);
  const stale = await refuseStaleLogin(deps, identity);
  if (stale) return stale;
  const now = deps.clock.now();
  return call.commit(async (tx) => {
    const customer = await lockCustomer(tx, identity.customerId);
    const checked = checkBankAccount(country, customer, body);
    if (!checked.ok) return checked;
    const { bankId, bankName, accountNumber, legalNumber } = checked.value;
    const saved = await tx
      .insertInto('bank_account')
      .values({
        customer_id: customer.id,
        bank_id: bankId,
        bank_name: bankName,
        account_number: accountNumber,
        legal_number: legalNumber,
        account_holder: `${customer.first_name} ${customer.last_name}`,
        created_at: now,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['customer_id', 'bank_id', 'account_number', 'legal_number'])
          .where('removed_at', 'is', null)
          .doNothing(),
      )
      .returningAll()
      .executeTakeFirst();
    if (!saved) return fail('bank_account_duplicate');
    await tx
      .updateTable('customer')
      // Where the way of delivery is asked, giving an account unasked chooses the transfer.
      .set({
        legal_number: legalNumber || customer.legal_number,
        banking_verified: 1,
        delivery_type: customer.delivery_type ?? (asksForDelivery(country) ? 'bank-transfer' : null),
      })
      .where('id', '=', customer.id)
      .execute();
    await forgetDrafts(tx, customer.id, ['bank', 'account']);
    await recordEvent(tx, {
      at: now,
      country,
      kind: 'bank-account-added',
      customerId: customer.id,
      requestId: call.origin.requestId,
      address: call.origin.address,
      detail: { account: saved.id },
    });
    return ok({ model: bankAccountModel(country, saved), messages: [FORM_MESSAGES.bankAccountCreated] });
  });
}

/** Removes an account that no loan in force is paid into. */
export async function removeBankAccount(
  deps: Dependencies,
  call: Call<typeof removeKey>,
): Promise<Result<OutputOf<typeof removeKey>>> {
  const identity = callerOf(call);
  const stale = await refuseStaleLogin(deps, identity);
  if (stale) return stale;
  const now = deps.clock.now();
  const accountNumber = asStored(call.query.accountNumber);
  return call.commit(async (tx) => {
    const customer = await lockCustomer(tx, identity.customerId);
    const accounts = await bankAccountsOf(tx, customer.id);
    const ids = accounts.filter((each) => each.account_number === accountNumber).map(({ id }) => id);
    if (ids.length === 0) return fail('not_found');
    const inUse = await tx
      .selectFrom('loan')
      .select('id')
      .where('bank_account_id', 'in', ids)
      .where('state', 'in', loanStatesInForce)
      .executeTakeFirst();
    if (inUse) return fail('bank_account_in_use');
    await tx.updateTable('bank_account').set({ removed_at: now }).where('id', 'in', ids).execute();
    if (accounts.length === ids.length && !isCash(customer.delivery_type)) {
      await tx.updateTable('customer').set({ banking_verified: 0 }).where('id', '=', customer.id).execute();
    }
    await recordEvent(tx, {
      at: now,
      country: call.country,
      kind: 'bank-account-removed',
      customerId: customer.id,
      requestId: call.origin.requestId,
      address: call.origin.address,
      detail: { account: ids[0] ?? null },
    });
    return ok({ messages: ['La cuenta bancaria ha sido eliminada.'] });
  });
}

export async function listBankAccounts(
  deps: Dependencies,
  call: Call<'GET /api/v3/bank'>,
): Promise<Result<OutputOf<'GET /api/v3/bank'>>> {
  const rows = await bankAccountsOf(deps.db, callerOf(call).customerId);
  return ok({ model: rows.map((row) => bankAccountModel(call.country, row)) });
}

/** As it was stored: an alias in lower case, a Uruguayan number without hyphens. */
function asStored(accountNumber: string): string {
  const given = accountNumber.trim();
  const parsed = parseBankAccount(given);
  return parsed.ok ? parsed.value : given.replaceAll('-', '');
}
