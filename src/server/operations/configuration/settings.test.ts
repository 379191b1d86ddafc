import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { networksOf } from '../../../countries/testing/test-country.ts';
import { borrower } from '../../servicing/payments/testing/borrower.ts';
import { auditedWrites } from '../../staff/testing/audited.ts';
import { consoleUrl, signInAs, type StaffMember } from '../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { changeSetting } from '../../testing/settings.ts';

let product: TestProduct;
let administrator: StaffMember;
let analyst: StaffMember;
let head: StaffMember;
let audit: ReturnType<typeof auditedWrites>;

beforeAll(async () => {
  product = await startProduct({
    settings: { CONSOLE_URL: consoleUrl, LINK_HOSTS: 'ayuda.example, a.example' },
  });
  [administrator, analyst, head] = [
    await signInAs(product, 'administrator'),
    await signInAs(product, 'analyst'),
    await signInAs(product, 'head'),
  ];
  audit = auditedWrites(product);
});
afterAll(() => product.close());

const plain = 'POST /api/staff/settings/{country}/{name}' as const;
const money = 'POST /api/staff/money-settings/{country}/{name}' as const;
const guarded = 'POST /api/staff/guarded-settings/{country}/{name}' as const;
const why = { reason_code: 'business', reason: 'Lo decidió la dirección' };

const settingOf = async (country: CountryCode, name: string) =>
  (await head.call('GET /api/staff/settings', { query: { country } })).body.result.find(
    (each: { name: string }) => each.name === name,
  );
const publicly = async (country: CountryCode, name: string) =>
  (await product.call('GET /api/v3/enviroments', { country })).body.model[name];
const asking = async (country: CountryCode, name: string, value: string | null, version?: number) => ({
  params: { country, name },
  version: version ?? (await settingOf(country, name)).version,
  body: { value, ...why },
});
const approve = (by: StaffMember, id: string) =>
  by.call('POST /api/staff/approvals/{id}/approve', { params: { id } });

describe.each(['AR', 'UY'] as const)('a setting of %s', (country) => {
  test('is changed at once by one person, with its history and the way back', async () => {
    const name = 'whatsapp-onboarding-top';
    const first = await settingOf(country, name);
    const title = 'Espera del botón de WhatsApp';
    expect(first).toMatchObject({ follows: true, money: false, guarded: false, wrong: '', title });
    await audit.write(administrator, plain, await asking(country, name, '60'));
    expect(await publicly(country, name)).toBe('60');
    expect(await settingOf(country, name)).toMatchObject({
      follows: false,
      changed_by: 'Ada Administración',
      reason: why.reason,
      elsewhere: false,
    });
    const params = { country, name };
    const { result } = (await head.call('GET /api/staff/settings/{country}/{name}/changes', { params })).body;
    expect(result).toMatchObject([{ before: null, after: '60', by: 'Ada Administración' }]);
    await audit.write(administrator, plain, await asking(country, name, result[0].before));
    expect(await settingOf(country, name)).toMatchObject({ follows: true, value: first.value });
    expect(await publicly(country, name)).toBe(first.value);
  });

  test('about money takes two people, and a request alone changes nothing', async () => {
    const name = 'membership-price';
    const { value } = await settingOf(country, name);
    const asked = await audit.write(analyst, money, await asking(country, name, '7000'));
    expect(asked.body.outcome).toBe('pending_approval');
    expect(await publicly(country, name)).toBe(value);
    expect(await settingOf(country, name)).toMatchObject({
      value,
      follows: true,
      waits: 'Andrés Análisis',
      asked_for: '$7.000',
    });
    expect((await approve(analyst, asked.body.approval)).body.code).toBe('permission');
    expect((await approve(head, asked.body.approval)).status).toBe(200);
    expect(await publicly(country, name)).toBe('7000');
    const back = await analyst.call(money, await asking(country, name, null));
    expect((await approve(head, back.body.approval)).status).toBe(200);
    expect(await settingOf(country, name)).toMatchObject({ value, follows: true });
  });

  test('that leads to an address or a phone, or that the law asks for, takes two people and a known host', async () => {
    const { result } = (await head.call('GET /api/staff/settings', { query: { country } })).body;
    const led = result.filter(
      ({ type, name, money: isMoney }: { type: string; name: string; money: boolean }) =>
        !isMoney && (type === 'contact' || type === 'address' || name === 'loan-withdrawal'),
    );
    expect(led.length).toBeGreaterThan(13);
    for (const { name, type, value } of led) {
      const next = type === 'switch' ? 'off' : 'https://ayuda.example/nueva';
      const alone = await administrator.call(plain, await asking(country, name, next));
      expect([name, alone.status]).toEqual([name, 404]);
      const asked = await audit.write(administrator, guarded, await asking(country, name, next));
      expect([name, asked.body.outcome]).toEqual([name, 'pending_approval']);
      expect(await publicly(country, name)).toBe(value);
      expect((await approve(administrator, asked.body.approval)).body.code).toBe('own_request');
      const withdrawn = { params: { id: asked.body.approval } };
      await administrator.call('POST /api/staff/approvals/{id}/withdraw', withdrawn);
      if (type === 'switch') continue;
      const elsewhere = await asking(country, name, 'https://otro.example');
      expect((await administrator.call(guarded, elsewhere)).body.fields.value).toMatch(/otro\.example/);
    }
    const { body } = await administrator.call(
      guarded,
      await asking(country, 'whatsapp-support', '59899123456'),
    );
    expect((await approve(head, body.approval)).status).toBe(200);
    expect(await publicly(country, 'whatsapp-support')).toBe('59899123456');
  });

  test('payment methods are offered in the order and up to the amount that two people set', async () => {
    const name = 'payment-methods';
    const one = await borrower(product, country, 3);
    const methods = async () =>
      (await one.person.call('GET /api/v3/cashin/payment/availables')).body.result.map(
        (each: { slug: string; max_amount: number | null }) => [each.slug, each.max_amount],
      );
    const [cash = '', left = ''] = networksOf(country).map(({ slug }) => slug);
    const asked = await analyst.call(money, await asking(country, name, `bank-transfer,${cash}:150`));
    expect((await approve(head, asked.body.approval)).status).toBe(200);
    expect(await methods()).toEqual([
      ['bank-transfer', null],
      [cash, 150],
    ]);
    expect((await one.ask([1], cash)).body.code).toBe('payment_amount');
    expect((await one.ask([1], left)).body.code).toBe('payment_method');
    const back = await analyst.call(money, await asking(country, name, null));
    expect((await approve(head, back.body.approval)).status).toBe(200);
    expect((await methods()).length).toBeGreaterThan(3);
  });
});

describe('a wrong value', () => {
  test.each([
    ['whatsapp-support', 'guarded', '+54 11', /sólo con dígitos/],
    ['channel', 'plain', 'fax', /WhatsApp, Chat/],
    ['channel', 'plain', 'toString', /WhatsApp, Chat/],
    ['chat-autostart', 'plain', 'quizás', /sí o no/],
    ['whatsapp-onboarding-top', 'plain', '9999', /entre 0 y 3600/],
    ['share-message', 'plain', 'Hola {nombre}', /no existe el dato \{nombre\}.*\{referral_link\}/],
    ['share-message', 'plain', ' ', /no puede quedar vacío/],
    ['whatsapp-support-message', 'plain', 'Hola {hash}', /no lleva datos/],
    ['recovery-url', 'money', '', /Hace falta una dirección/],
    ['help-url', 'guarded', '//otro.example', /empiece con https/],
    ['contact-form', 'guarded', 'javascript:alert(1)', /empiece con https/],
    ['chat-url', 'guarded', `https://a.example/${'x'.repeat(600)}`, /500 caracteres/],
    ['help-url', 'guarded', 'https://malo.example/ayuda', /No mandamos a nadie a malo\.example/],
    ['whatsapp-support', 'guarded', 'https://wa.me@malo.example', /malo\.example/],
    ['regulator-url', 'guarded', 'http://ayuda.example', /empiece con https/],
    ['share-message', 'plain', 'Entrá a https://malo.example', /no lleva direcciones/],
    ['share-message', 'plain', 'Entrá a malo.example', /no lleva direcciones/],
    ['share-message', 'plain', 'Transferí al alias estafa', /Tampoco alias/],
    ['whatsapp-support-message', 'plain', 'Llamame al 11 2345-6789', /no lleva direcciones/],
    ['membership-price', 'money', '0', /entre \$1 y \$1\.000\.000/],
    ['referral-from', 'money', '31/12/2026', /una fecha/],
    ['referral-to', 'money', '2020-01-01', /antes del primero/],
    ['payment-methods', 'money', '', /sin ningún medio de pago/],
    ['payment-methods', 'money', ' , ', /sin ningún medio de pago/],
    ['payment-methods', 'money', 'abitab', /En Argentina no existe el medio de pago “abitab”/],
    ['payment-methods', 'money', 'rapipago,rapipago', /una sola vez/],
    ['payment-methods', 'money', 'rapipago:0', /mayor que cero/],
  ] as const)('%s (%s) = %s is answered with a sentence', async (name, kind, value, sentence) => {
    const by = kind === 'money' ? analyst : administrator;
    const key = { plain, guarded, money }[kind];
    const answer = await by.call(key, await asking('AR', name, value));
    expect(answer.status).toBe(422);
    expect(answer.body.fields.value).toMatch(sentence);
  });

  test('stored by hand is shown as such, and a stale version is answered with the operator’s name', async () => {
    const { version } = await settingOf('AR', 'delay-notice');
    await changeSetting(product.deps.db, 'AR', 'delay-notice', 'siempre');
    expect(await settingOf('AR', 'delay-notice')).toMatchObject({
      wrong: expect.stringContaining('En todas partes'),
      elsewhere: true,
    });
    const stale = await administrator.call(plain, await asking('AR', 'delay-notice', 'on', version));
    expect(stale.body).toMatchObject({
      code: 'changed_meanwhile',
      message: expect.stringMatching(/^Quien opera la instalación cambió este valor/),
    });
  });
});

describe('a change', () => {
  test('by two people at once has one effect, and a retry repeats a lost answer', async () => {
    const name = 'share-message';
    const [one, two] = [await asking('UY', name, 'Uno'), await asking('UY', name, 'Dos')];
    const headers = { 'idempotency-key': randomUUID() };
    const both = await Promise.all([administrator.call(plain, { ...one, headers }), head.call(plain, two)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.message).toMatch(
      / cambió este valor mientras lo mirabas/,
    );
    const again = await administrator.call(plain, { ...one, headers });
    expect(again.status).toBe(both[0].status);
    expect((await settingOf('UY', name)).version).toBe(1);
    const same = (await settingOf('UY', name)).value;
    expect((await head.call(plain, await asking('UY', name, same))).body.code).toBe('nothing_changes');
    // Typing the default that already applies is no change either.
    const own = await asking('UY', 'chat-autostart', 'off');
    expect((await head.call(plain, own)).body.code).toBe('nothing_changes');
  });

  test('that is pending keeps others out, and is not applied when its requester lost the role', async () => {
    const name = 'referral-reward';
    const other = await asking('AR', name, '9000');
    const asked = await analyst.call(money, await asking('AR', name, '8000'));
    expect((await analyst.call(money, other)).body.code).toBe('already_asked');
    expect((await approve(head, asked.body.approval)).status).toBe(200);
    expect((await analyst.call(money, other)).body).toMatchObject({
      code: 'changed_meanwhile',
      message: expect.stringMatching(/Andrés Análisis \(aprobó Julia Jefatura\) cambió/),
    });
    const third = await analyst.call(money, await asking('AR', name, '7500'));
    const { db } = product.deps;
    const set = (roles: string[], countries = ['AR', 'UY']) =>
      db.updateTable('staff_member').set({ roles, countries }).where('id', '=', Number(analyst.id)).execute();
    await set(['accounting']);
    expect((await approve(head, third.body.approval)).body.code).toBe('permission');
    await set(['analyst']);
    const fourth = await analyst.call(money, await asking('AR', name, '7500'));
    await set(['analyst'], ['UY']);
    expect((await approve(head, fourth.body.approval)).body.code).toBe('country_forbidden');
    expect((await analyst.call(money, await asking('AR', name, '7400'))).body.code).toBe('country_forbidden');
    await set(['analyst']);
    expect((await settingOf('AR', name)).value).toBe('8000');
  });

  test('goes by the call of its kind alone', async () => {
    expect((await administrator.call(plain, await asking('AR', 'membership-price', '1'))).status).toBe(404);
    expect((await analyst.call(money, await asking('AR', 'chat-url', '/uno'))).status).toBe(404);
    expect((await analyst.call(money, await asking('AR', 'chat-url', '/uno'))).status).toBe(404);
    expect((await administrator.call(guarded, await asking('AR', 'chat-autostart', 'on'))).status).toBe(404);
    expect(
      (
        await administrator.call(plain, {
          params: { country: 'AR', name: 'toString' },
          version: 0,
          body: { value: '1', ...why },
        })
      ).status,
    ).toBe(404);
  });
});

test('every write of settings was seen to leave its row of the audit', () => {
  expect([
    ...audit.left('/settings/'),
    ...audit.left('/money-settings/'),
    ...audit.left('/guarded-settings/'),
  ]).toEqual([]);
});
