import type { OutputOf } from '../../../contract/contract.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { parseBankAccount } from '../../../countries/identifiers/cbu.ts';
import { ungrouped } from '../../../countries/identifiers/digits.ts';
import { FORM_MESSAGES } from '../../../countries/fields/form-messages.ts';
import { refuseAfterContactChange } from '../contact-changes/service.ts';
import { changeProfile, lockCustomer } from '../service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { forgetDrafts } from '../drafts/service.ts';
import { recordEvent } from '../../platform/events.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import { callerOf, type Call } from '../../platform/http/route.ts';
import { checkBankAccount } from './bank-account-rules.ts';
import { asksForDelivery, isCash } from './delivery.ts';
import { refuseUnprovenAccount } from './fresh-login.ts';
import { bankAccountModel } from './models.ts';
import { bankAccountsOf } from './queries.ts';
import { storeBankAccount } from './stored.ts';
import { activeLoanStates } from '../../../domain/loan-state.ts';
import { BANKING_ENTRIES } from '../../../countries/banking-entries.ts';

const addKey = 'POST /api/bank-accounts';
const removeKey = 'DELETE /api/bank-accounts';

/** Adds a bank account owned by the customer (docs/product/application.md#bank-account). */
export async function addBankAccount(
  deps: Dependencies,
  call: Call<typeof addKey>,
): Promise<Result<OutputOf<typeof addKey>>> {
  const { country, body } = call;
  const identity = callerOf(call);
  const stale = await refuseUnprovenAccount(deps, identity);
  if (stale) return stale;
  const now = deps.clock.now();
  return call.commit(async (tx) => {
    const customer = await lockCustomer(tx, identity.customerId);
    const waits = await refuseAfterContactChange(tx, deps, { id: customer.id, country });
    if (waits) return waits;
    const checked = checkBankAccount(country, customer, body);
    if (!checked.ok) return checked;
    const { bankId, bankName, accountNumber, legalNumber } = checked.value;
    const saved = await storeBankAccount(tx, {
      customer_id: customer.id,
      bank_id: bankId,
      bank_name: bankName,
      account_number: accountNumber,
      legal_number: legalNumber,
      account_holder: `${customer.first_name} ${customer.last_name}`,
      created_at: now,
    });
    if (!saved) return fail('bank_account_duplicate');
    await changeProfile(tx, customer.id, {
      legal_number: legalNumber || customer.legal_number,
      banking_verified: 1,
      // In a country that asks for the delivery type, adding an account selects the transfer.
      delivery_type: customer.delivery_type ?? (asksForDelivery(country) ? 'bank-transfer' : null),
    });
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

/** Removes an account, unless an active loan is paid into it. */
export async function removeBankAccount(
  deps: Dependencies,
  call: Call<typeof removeKey>,
): Promise<Result<OutputOf<typeof removeKey>>> {
  const identity = callerOf(call);
  const stale = await refuseUnprovenAccount(deps, identity);
  if (stale) return stale;
  const now = deps.clock.now();
  const accountNumber = asStored(call.country, call.query.accountNumber);
  return call.commit(async (tx) => {
    const customer = await lockCustomer(tx, identity.customerId);
    const accounts = await bankAccountsOf(tx, customer.id);
    const ids = accounts.filter((each) => each.account_number === accountNumber).map(({ id }) => id);
    if (ids.length === 0) return fail('not_found');
    const inUse = await tx
      .selectFrom('loan')
      .select('id')
      .where('bank_account_id', 'in', ids)
      .where('state', 'in', activeLoanStates)
      .executeTakeFirst();
    if (inUse) return fail('bank_account_in_use');
    await tx.updateTable('bank_account').set({ removed_at: now }).where('id', 'in', ids).execute();
    if (accounts.length === ids.length && !isCash(customer.delivery_type)) {
      await changeProfile(tx, customer.id, { banking_verified: 0 });
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
    const left = accounts.filter(({ id }) => !ids.includes(id));
    return ok({
      model: left.map((row) => bankAccountModel(call.country, row)),
      messages: ['La cuenta bancaria ha sido eliminada.'],
    });
  });
}

export async function listBankAccounts(
  deps: Dependencies,
  call: Call<'GET /api/v3/bank'>,
): Promise<Result<OutputOf<'GET /api/v3/bank'>>> {
  const rows = await bankAccountsOf(deps.db, callerOf(call).customerId);
  return ok({ model: rows.map((row) => bankAccountModel(call.country, row)), messages: [] });
}

/** Number in stored form: an alias in lower case, a Uruguayan number without hyphens. */
function asStored(country: CountryCode, accountNumber: string): string {
  if (BANKING_ENTRIES[country].accounts.kind === 'of-a-bank') return ungrouped(accountNumber);
  const parsed = parseBankAccount(accountNumber);
  return parsed.ok ? parsed.value : accountNumber;
}
