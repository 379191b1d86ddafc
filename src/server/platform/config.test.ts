import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SERVER_ENTRIES } from '../../countries/server-entries.ts';
import { lenderSettings } from '../testing/lender.ts';
import { newFolder } from '../testing/new-folder.ts';
import { ConfigError, parseConfig, requirePorts } from './config.ts';

const DATA_DIR = () => newFolder();
const secret = 'a-secret-of-at-least-thirty-two-characters';

describe('settings', () => {
  test('that are missing or wrong are told all at once', () => {
    const production = { DATA_DIR: DATA_DIR(), NODE_ENV: 'production', SANDBOX: 'off' };
    expect(() => parseConfig(production)).toThrow(
      /APP_SECRET[^]*PUBLIC_URL_AR[^]*PUBLIC_URL_UY[^]*SMTP_URL[^]*TWILIO_FROM/,
    );
    expect(() => parseConfig({ DATA_DIR: DATA_DIR(), PORT: 'x', HOST: 'no such', LOG_LEVEL: 'y' })).toThrow(
      /PORT[^]*HOST[^]*LOG_LEVEL/,
    );
  });

  test('METRICS without a port stops what serves, and no command', () => {
    const config = parseConfig({ DATA_DIR: DATA_DIR(), METRICS: 'on' });
    expect(() => requirePorts(config)).toThrow(/METRICS.*OPERATIONS_PORT/);
  });

  test('have defaults for a developer', () => {
    const config = parseConfig({ DATA_DIR: DATA_DIR() });
    expect(config).toMatchObject({
      PORT: 3000,
      SANDBOX: true,
      BRAND: 'Wayni',
      ROLE: 'all',
      trustProxy: false,
    });
    expect([...config.channels.keys()]).toEqual(['web', 'rappi', 'victor-hogar', 'plataforma-10']);
  });

  test.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['SANDBOX', 'maybe'],
    ['PUBLIC_URL_AR', 'not an address'],
    ['APP_SECRET', 'short'],
    ['PUBLIC_URL_UY', 'ftp://cuota.example.uy'],
    ['PUBLIC_URL_AR', 'https://cuota.example/prestamos'],
    ['SMTP_URL', 'mail.example'],
    ['CHANNEL_TOKENS', 'token-without-channel'],
    ['CHANNEL_TOKENS', 'token=no-channel'],
    ['DATABASE_URL', 'localhost:5432/cuota'],
    ['DATABASE_URL', 'mysql://localhost/cuota'],
    ['HOST', 'no such host'],
    ['TRUST_PROXY', 'my-proxy'],
    ['TRUST_PROXY', '10.0.0.0/64'],
    ['TRUST_PROXY', '10.0.0.1,'],
    ['DATA_DIR', '/dev/null/data'],
    ['DATA_DIR', '/proc/data'],
    ['SENTRY_DSN', 'https://sentry.example/1'],
    ['DATABASE_POOLER', 'transaction'],
    ['OPERATIONS_HOST', 'no such host'],
    ['LENDER_TAX_NUMBER_AR', '30-50001091-3'],
    ['LENDER_TAX_NUMBER_UY', '220012340012'],
    ['LENDER_NAME_AR', 'Créditos\ndel Plata'],
    ['LENDER_EMAIL_UY', 'creditos.example'],
    ['LENDER_PHONE_AR', 'por chat'],
    ['LENDER_CBU_AR', '0110012920000091344978'],
  ])('a wrong %s stops the start with a sentence that names it', (name, value) => {
    expect(() => parseConfig({ DATA_DIR: DATA_DIR(), [name]: value })).toThrow(ConfigError);
    expect(() => parseConfig({ DATA_DIR: DATA_DIR(), [name]: value })).toThrow(name);
  });

  test('name a site with or without the slash at its end', () => {
    const given = { PUBLIC_URL_AR: 'https://cuota.example/', PUBLIC_URL_UY: 'https://cuota.example.uy:8443' };
    expect(parseConfig({ DATA_DIR: DATA_DIR(), ...given })).toMatchObject({
      PUBLIC_URL_AR: 'https://cuota.example',
      PUBLIC_URL_UY: 'https://cuota.example.uy:8443',
    });
  });

  test('of blanks only are as good as not given', () => {
    expect(parseConfig({ DATA_DIR: DATA_DIR(), PORT: ' ', LIMIT_LINKS_PERSON: '\t' })).toMatchObject({
      PORT: 3000,
      LIMIT_LINKS_PERSON: 5,
    });
  });

  test.each([
    ['off', false],
    [
      '10.0.0.1, 10.1.0.0/16, ::1, fd00::/8, loopback',
      ['10.0.0.1', '10.1.0.0/16', '::1', 'fd00::/8', 'loopback'],
    ],
  ])('the proxies %s are trusted', (TRUST_PROXY, trustProxy) => {
    expect(parseConfig({ DATA_DIR: DATA_DIR(), TRUST_PROXY })).toMatchObject({ trustProxy });
  });

  test('production refuses to choose the sandbox or a secret by itself', () => {
    const production = { NODE_ENV: 'production', DATA_DIR: DATA_DIR() };
    expect(() => parseConfig({ ...production, APP_SECRET: secret })).toThrow('SANDBOX');
    expect(() => parseConfig({ ...production, SANDBOX: 'off' })).toThrow('APP_SECRET');
    expect(parseConfig({ ...production, SANDBOX: 'on', APP_SECRET: secret }).SANDBOX).toBe(true);
  });

  test('production without the sandbox needs addresses of its own and ways to write to people', () => {
    const parties: Record<string, string> = {
      PUBLIC_URL_AR: 'https://cuota.example',
      PUBLIC_URL_UY: 'https://cuota.example.uy',
      SMTP_URL: 'smtps://mail.example',
      TWILIO_ACCOUNT_SID: 'AC1',
      TWILIO_AUTH_TOKEN: 'token',
      TWILIO_FROM: '+541100000000',
    };
    const production = { NODE_ENV: 'production', SANDBOX: 'off', APP_SECRET: secret, DATA_DIR: DATA_DIR() };
    Object.assign(parties, lenderSettings);
    expect(parseConfig({ ...production, ...parties }).SANDBOX).toBe(false);
    for (const name of Object.keys(parties))
      expect(() => parseConfig({ ...production, ...parties, [name]: undefined })).toThrow(name);
  });

  test('production names every missing fact of its lender at once, with what else is missing', () => {
    for (const settings of [{}, { SANDBOX: 'off' }]) {
      const start = () => parseConfig({ NODE_ENV: 'production', DATA_DIR: DATA_DIR(), ...settings });
      for (const name of ['APP_SECRET', ...Object.keys(lenderSettings)])
        expect(start).toThrow(new RegExp(`^The setting ${name} is missing`, 'm'));
    }
  });

  test('without a lender of their own, developers and demonstrations have one that is plainly nobody', () => {
    const { lenders, collectionAccounts } = parseConfig({
      DATA_DIR: DATA_DIR(),
      LENDER_NAME_UY: 'Otra S.A.',
    });
    expect(lenders.AR).toEqual(SERVER_ENTRIES.AR.lender.demonstration);
    expect(lenders.UY).toEqual({ ...SERVER_ENTRIES.UY.lender.demonstration, name: 'Otra S.A.' });
    expect(collectionAccounts.UY).toEqual(SERVER_ENTRIES.UY.lender.demonstrationAccount);
    const demonstration = { NODE_ENV: 'production', SANDBOX: 'on', APP_SECRET: secret, DATA_DIR: DATA_DIR() };
    expect(parseConfig(demonstration).lenders.AR).toEqual(SERVER_ENTRIES.AR.lender.demonstration);
  });

  test('without the sandbox no channel token is known but those that are set', () => {
    const config = parseConfig({
      DATA_DIR: DATA_DIR(),
      SANDBOX: 'off',
      CHANNEL_TOKENS: 't0k3n=rappi, other=web',
    });
    expect([...config.channels]).toEqual([
      ['t0k3n', 'rappi'],
      ['other', 'web'],
    ]);
  });

  test('the secret is made once and kept where only its owner reads it', () => {
    const dataDir = DATA_DIR();
    const first = parseConfig({ DATA_DIR: dataDir }).APP_SECRET;
    expect(parseConfig({ DATA_DIR: dataDir }).APP_SECRET).toBe(first);
    expect(readFileSync(join(dataDir, 'app-secret'), 'utf8').trim()).toBe(first);
    expect(statSync(join(dataDir, 'app-secret')).mode & 0o777).toBe(0o600);
  });

  test('are read from files, one or the other way', () => {
    const dataDir = DATA_DIR();
    const file = join(dataDir, 'given');
    writeFileSync(file, `${secret}\n`);
    expect(parseConfig({ DATA_DIR: dataDir, APP_SECRET_FILE: file }).APP_SECRET).toBe(secret);
    const both = { DATA_DIR: dataDir, APP_SECRET_FILE: file, APP_SECRET: secret };
    expect(() => parseConfig(both)).toThrow(/APP_SECRET and APP_SECRET_FILE/);
    const missing = { DATA_DIR: dataDir, SMTP_URL_FILE: join(dataDir, 'none') };
    expect(() => parseConfig(missing)).toThrow(/SMTP_URL_FILE .*ENOENT/);
    expect(() => parseConfig(missing)).toThrow(ConfigError);
  });

  test('accept the work of other secrets', () => {
    const other = 'another-secret-of-at-least-thirty-two-characters';
    const given = { DATA_DIR: DATA_DIR(), APP_SECRET: secret, APP_SECRETS_ACCEPTED: `${other}, ${other}2` };
    expect(parseConfig(given)).toMatchObject({ APP_SECRET: secret, acceptedSecrets: [other, `${other}2`] });
    expect(() => parseConfig({ ...given, APP_SECRETS_ACCEPTED: 'short' })).toThrow('APP_SECRETS_ACCEPTED');
    // One that the list could not name could never be changed.
    for (const unnamed of [`${secret},${other}`, `${secret},`, ` ${secret}`, `${secret} `])
      expect(() => parseConfig({ ...given, APP_SECRET: unnamed })).toThrow(
        /APP_SECRET is wrong: it must have no comma/,
      );
  });

  test.each(['MAIL_FROM', 'BIND_EMAIL'])('refuse a %s that is no e-mail address', (name) => {
    for (const wrong of ['no-responder', 'Cuota <no-responder>'])
      expect(() => parseConfig({ DATA_DIR: DATA_DIR(), [name]: wrong })).toThrow(
        `${name} is wrong: it must be an e-mail address`,
      );
  });

  test('name messages by WhatsApp by country and kind, with what sends them', () => {
    const given = { DATA_DIR: DATA_DIR(), WHATSAPP_MESSAGES: 'AR=code, AR=reminder,UY=code' };
    const { whatsapp } = parseConfig(given);
    expect([...(whatsapp.get('AR') ?? [])]).toEqual(['code', 'reminder']);
    expect([...(whatsapp.get('UY') ?? [])]).toEqual(['code']);
    expect(parseConfig({ DATA_DIR: DATA_DIR() }).whatsapp.size).toBe(0);
    for (const wrong of ['AR', 'AR=sms', 'XX=code', 'AR=code,'])
      expect(() => parseConfig({ ...given, WHATSAPP_MESSAGES: wrong })).toThrow(/WHATSAPP_MESSAGES is wrong/);
    expect(() => parseConfig({ ...given, SANDBOX: 'off' })).toThrow(/WHATSAPP_PHONE_NUMBER_ID is missing/);
    const phone = { WHATSAPP_PHONE_NUMBER_ID: '106540352242922', WHATSAPP_ACCESS_TOKEN: 'EAAJB' };
    const whole = { ...phone, WHATSAPP_APP_SECRET: 's', WHATSAPP_VERIFY_TOKEN: 'a-word-of-sixteen' };
    expect(parseConfig({ ...given, ...whole, SANDBOX: 'off' }).whatsapp.size).toBe(2);
  });
});
