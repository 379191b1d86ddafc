import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestDue } from '../../../countries/law/request-terms.ts';
import { holidaysOf } from '../../../countries/holidays.ts';
import { addDays, formatDate } from '../../../domain/calendar-date.ts';
import { listMessages } from '../../messages/service.ts';
import { newestMessage } from '../../testing/people.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { goTo, todayOf } from '../debits/testing/debtor.ts';
import { remindUnconfirmed } from './remind-unconfirmed.ts';
import { withdrawalsOf } from './testing/withdrawals.ts';

/** docs/product/rights.md#withdrawal: a request that nobody confirmed is neither void nor forgotten. */

const again = 'POST /api/v3/withdrawal/link';
const hoursMs = 3_600_000;

let product: TestProduct;
let tools: ReturnType<typeof withdrawalsOf>;
beforeAll(async () => {
  product = await startProduct({ settings: { SESSION_IDLE_HOURS: '9000', SESSION_MAX_DAYS: '365' } });
  tools = withdrawalsOf(product);
});
afterAll(() => product.close());

type Person = Awaited<ReturnType<typeof tools.waiting>>['person'];
const linkIn = (text: string) => /\/(?:arrepentimiento|baja-membresia)\/([\w-]+)/.exec(text)?.[1] ?? '';
const newLink = async ({ email }: Person, subject: string) =>
  linkIn((await newestMessage(product, email, (mail) => mail.subject === subject)).text);
const mailsTo = async ({ email }: Person, subject: string) =>
  (await listMessages(product.deps, email)).filter((mail) => mail.subject === subject);
const run = (country: 'AR' | 'UY') =>
  remindUnconfirmed(product.deps, { country, date: todayOf(product, country) });

describe.each(['AR', 'UY'] as const)('a request whose link expired, %s', (country) => {
  test('says at once what is missing, and until when', async () => {
    const { person } = await tools.waiting(country);
    const { code } = await tools.request(person);
    const [mail] = await mailsTo(person, `Recibimos tu pedido ${code}`);
    const today = todayOf(product, country);
    const due = requestDue(country, 'withdrawal', today, holidaysOf(country));
    expect(mail?.text).toContain('Falta un paso');
    expect(mail?.text).toContain(`el ${formatDate(today)}, aunque lo confirmes después`);
    expect(mail?.text).toContain(`Hasta el ${formatDate(due)} podés pedir otro`);
  });

  test('gets another link by its tracking code or by the old link, which ends the earlier one', async () => {
    const { person, id } = await tools.waiting(country);
    const { code, link } = await tools.request(person);
    await product.advance(4 * hoursMs);
    const byCode = await product.call(again, { country, body: { code: code.toLowerCase() } });
    expect(byCode.status).toBe(200);
    const second = await newLink(person, `Tu link para confirmar el pedido ${code}`);
    expect(await tools.confirm(person, link)).toMatchObject({ status: 401 });
    await product.advance(4 * hoursMs);
    expect(await tools.confirm(person, second)).toMatchObject({ status: 401 });
    await product.call(again, { country, body: { code: second } });
    await expect
      .poll(async () => (await mailsTo(person, `Tu link para confirmar el pedido ${code}`)).length)
      .toBe(2);
    const third = await newLink(person, `Tu link para confirmar el pedido ${code}`);
    expect((await tools.confirm(person, third)).body.model.state).toBe('canceled');
    expect(await tools.stored(id)).toMatchObject({ state: 'canceled' });
  });

  test('is reminded of once, on the next day, with a link that works', async () => {
    const { person } = await tools.waiting(country);
    const { code } = await tools.request(person);
    await run(country);
    await goTo(product, addDays(todayOf(product, country), 1));
    await run(country);
    await run(country);
    const told = await mailsTo(person, `Falta confirmar tu pedido ${code}`);
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain('todavía falta que lo confirmes');
    expect((await tools.confirm(person, linkIn(told[0]?.text ?? ''))).body.model.state).toBe('canceled');
  });

  test('that was confirmed, or decided by another one, is not reminded of', async () => {
    const { person } = await tools.waiting(country);
    const first = await tools.request(person);
    await product.advance(60_000);
    const second = await tools.request(person);
    await tools.confirm(person, second.link);
    await goTo(product, addDays(todayOf(product, country), 1));
    await run(country);
    for (const { code } of [first, second])
      expect(await mailsTo(person, `Falta confirmar tu pedido ${code}`)).toEqual([]);
    // Letters of the payout may still come.
    const aboutRequests = async () =>
      (await listMessages(product.deps, person.email)).filter(({ subject }) => /pedido/.test(subject ?? ''));
    const before = (await aboutRequests()).length;
    await product.call(again, { country, body: { code: second.code } });
    await product.call(again, { country, body: { code: first.code } });
    await run(country);
    expect((await aboutRequests()).length).toBe(before);
  });
});

test('who asks for a link learns nothing, and is limited', async () => {
  const { person } = await tools.waiting('AR');
  const { code } = await tools.request(person);
  const known = await product.call(again, { body: { code } });
  const unknown = await product.call(again, { body: { code: 'ARR-0000000000' } });
  expect(unknown.body).toEqual(known.body);
  expect((await product.call(again, { country: 'UY', body: { code } })).body).toEqual(known.body);
  let last = 0;
  for (let times = 0; times < 6 && last !== 429; times += 1)
    last = (await product.call(again, { body: { code } })).status;
  expect(last).toBe(429);
});

test('a request keeps its date until our answer is due, and no longer', async () => {
  // The right ends ten business days after the money, the answer ten days after the request.
  const { person } = await tools.paidOut('AR', '2028-03-01T15:00:00Z');
  const asked = todayOf(product);
  const { code } = await tools.request(person);
  await goTo(product, addDays(asked, 9));
  await product.call(again, { body: { code } });
  const link = await newLink(person, `Tu link para confirmar el pedido ${code}`);
  expect((await tools.confirm(person, link)).body.model.state).toBe('return-due');

  const late = await tools.paidOut('AR', '2028-06-01T15:00:00Z');
  const other = await tools.request(late.person);
  await goTo(product, addDays(todayOf(product), 11));
  await product.call(again, { body: { code: other.code } });
  await run('AR');
  expect(await mailsTo(late.person, `Tu link para confirmar el pedido ${other.code}`)).toEqual([]);
});
