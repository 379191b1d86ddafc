import { expect, it } from 'vitest';
import type { Plan } from './plan.ts';
import {
  readBankCode,
  readCellphone,
  readMaxAmount,
  readMembershipChoice,
  readProposal,
  writeBankCode,
  writeCellphone,
  writeMaxAmount,
  writeMembershipChoice,
  writeProposal,
} from './proposal.ts';
import { createSession } from './session.ts';
import { memoryStorage } from './storage.ts';

const noon = Date.parse('2026-11-21T12:00:00Z');
const later = '2026-11-21T15:00:00Z';
// Only these two figures make a stored proposal valid.
const plan = { amount: 290_000, payment: 76_736 } as Plan;

it('keeps a session on the device until it ends', () => {
  const storage = memoryStorage();
  let now = noon;
  createSession(storage, () => now).login({ token: 't', expired: later });
  const again = createSession(storage, () => now);
  expect(again.token()).toBe('t');
  now = Date.parse(later);
  expect(again.token()).toBeNull();
  expect(createSession(storage, () => now).get()).toBeNull();
});

it('keeps a session that by a wrong clock of the device has ended already, until the server refuses it', () => {
  const storage = memoryStorage();
  const wrong = Date.parse('2027-03-01T12:00:00Z');
  createSession(storage, () => wrong).login({ token: 't', expired: later });
  const again = createSession(storage, () => wrong);
  expect(again.token()).toBe('t');
  again.refuse('t');
  expect(createSession(storage, () => wrong).token()).toBeNull();
});

it('forgets at login the number that requested a link', () => {
  const storage = memoryStorage();
  writeCellphone('1155550000', storage);
  createSession(storage, () => noon).login({ token: 't', expired: later });
  expect(readCellphone(storage)).toBeNull();
});

it('forgets at logout exactly the token, the selected offer, the maximum amount and the bank', () => {
  const storage = memoryStorage();
  const session = createSession(storage, () => noon);
  session.login({ token: 't', expired: later });
  writeProposal(plan as never, 'selected', storage);
  writeProposal(plan as never, 'membership', storage);
  writeProposal(plan as never, 'no_membership', storage);
  writeMaxAmount(450_000, storage);
  writeBankCode('11', storage);
  writeMembershipChoice(false, storage);
  session.logout();
  expect(session.token()).toBeNull();
  expect(createSession(storage, () => noon).token()).toBeNull();
  expect(readProposal('selected', storage)).toBeNull();
  expect(readProposal('membership', storage)).toBeNull();
  expect(readProposal('no_membership', storage)).toBeNull();
  expect(readMaxAmount(storage)).toBeNull();
  expect(readBankCode(storage)).toBeNull();
  expect(readMembershipChoice(storage)).toBe(false);
});

it('forgets a session that was refused, and none that began while the call was on its way', () => {
  const session = createSession(memoryStorage(), () => noon);
  session.login({ token: 'old', expired: later });
  session.login({ token: 'new', expired: later });
  session.refuse('old');
  expect(session.token()).toBe('new');
  session.refuse('new');
  expect(session.token()).toBeNull();
});

it('follows changes in another tab and notifies its listeners once', () => {
  const storage = memoryStorage();
  const here = createSession(storage, () => noon);
  let told = 0;
  here.subscribe(() => (told += 1));
  createSession(storage, () => noon).login({ token: 'other', expired: later });
  here.reload();
  here.reload();
  expect(here.token()).toBe('other');
  expect(told).toBe(1);
});

it('treats unreadable storage as no session', () => {
  const storage = memoryStorage();
  for (const broken of ['', '{', 'null', '[]', '{"token":1}']) {
    storage.setItem('cuota.session', broken);
    expect(createSession(storage, () => noon).token()).toBeNull();
  }
});

it('ends by itself a session that has run out before the visit, until another tab logs in', () => {
  const storage = memoryStorage();
  expect(createSession(storage, () => noon).hasEnded()).toBe(false);
  createSession(storage, () => noon).login({ token: 't', expired: later });
  const other = createSession(storage, () => noon);
  expect(other.hasEnded()).toBe(false);
  const session = createSession(storage, () => Date.parse(later));
  expect(session.hasEnded()).toBe(true);
  other.login({ token: 'u', expired: '2026-11-22T15:00:00Z' });
  session.reload();
  expect(session.hasEnded()).toBe(false);
});

it('distinguishes an expired session from a closed one', () => {
  let now = noon;
  const session = createSession(memoryStorage(), () => now);
  session.login({ token: 't', expired: later });
  session.refuse(null);
  expect(session.token()).toBe('t');
  now = Date.parse(later);
  session.refuse(null);
  expect(session.get()).toBeNull();
  expect(session.hasEnded()).toBe(true);
  session.login({ token: 'u', expired: '2026-11-22T15:00:00Z' });
  expect(session.hasEnded()).toBe(false);
  session.logout();
  expect(session.hasEnded()).toBe(false);
});
