import { describe, expect, test } from 'vitest';
import { newFolder } from '../../testing/new-folder.ts';
import { ConfigError, parseConfig } from '../config.ts';

const DATA_DIR = newFolder();
const production = {
  NODE_ENV: 'production',
  SANDBOX: 'on',
  APP_SECRET: 'a-secret-of-at-least-thirty-two-characters',
  DATA_DIR,
};
const store = { S3_BUCKET: 'cuota', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' };
const start = (settings: Readonly<Record<string, string>>) => () => {
  const companions = settings['S3_ENDPOINT'] === undefined ? {} : store;
  return parseConfig({ ...production, ...companions, ...settings });
};
const database = 'postgres://cuota_app:secreto@db.example/cuota';
const mail = 'smtp://cuota:secreto@mail.example:587';

describe('production', () => {
  test.each([
    ['DATABASE_URL', database],
    ['DATABASE_URL', `${database}?sslmode=require`],
    ['DATABASE_URL', `${database}?sslmode=no-verify`],
    ['DATABASE_URL', `${database}?sslmode=verify-full&sslmode=disable`],
    ['DATABASE_URL', 'postgres://cuota_app:secreto@localhost/cuota?host=db.example'],
    ['DATABASE_DIRECT_URL', database],
    ['DATABASE_REPORTS_URL', database],
    ['DATABASE_OWNER_URL', 'postgresql://owner:secreto@10.0.0.7/cuota'],
    ['S3_ENDPOINT', 'http://store.example:9000'],
    ['SMTP_URL', mail],
    ['SMTP_URL', `${mail}?requireTLS=true&tls.rejectUnauthorized=false`],
    ['SMTP_URL', `${mail}?requireTLS=true&ignoreTLS=true`],
    ['SMTP_URL', 'smtps://mail.example?tls.rejectUnauthorized=false'],
    ['BIND_BASE_URL', 'http://bank.example'],
    ['TWILIO_BASE_URL', 'http://sms.example'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector.example:4318'],
    ['SENTRY_DSN', 'http://key@errors.example/1'],
  ])('refuses %s=%s, without repeating it', (name, value) => {
    const refused = new RegExp(
      `^The setting ${name} is wrong: production speaks to other machines by TLS only, so it must [^;]+; or name it in PLAIN_CONNECTIONS\\.$`,
    );
    expect(start({ [name]: value })).toThrow(ConfigError);
    expect(start({ [name]: value })).toThrow(refused);
    expect(start({ [name]: value })).not.toThrow(/secreto/);
    expect(start({ [name]: value, PLAIN_CONNECTIONS: name })).not.toThrow();
  });

  test.each([
    ['DATABASE_URL', `${database}?sslmode=verify-full`],
    ['DATABASE_URL', `${database}?sslmode=verify-full&sslrootcert=/etc/cuota/authority.crt`],
    ['DATABASE_URL', 'postgres://cuota_app:secreto@localhost:5432/cuota'],
    ['DATABASE_URL', 'postgres://cuota_app:secreto@[::1]/cuota'],
    ['DATABASE_URL', 'postgres:///cuota?user=cuota_app&host=/run/postgresql'],
    ['DATABASE_URL', 'postgres://cuota_app@%2Frun%2Fpostgresql/cuota'],
    ['S3_ENDPOINT', 'https://s3.example'],
    ['S3_ENDPOINT', 'http://127.0.0.1:9000'],
    ['SMTP_URL', 'smtps://cuota:secreto@mail.example'],
    ['SMTP_URL', `${mail}?requireTLS=true`],
    ['SMTP_URL', 'smtp://localhost:25'],
    ['PUBLIC_URL_AR', 'http://cuota.example'],
  ])('takes %s=%s', (name, value) => {
    expect(start({ [name]: value })).not.toThrow();
  });

  test('allows by name, also what this process is not given', () => {
    const allowed = { SMTP_URL: mail, DATABASE_URL: database };
    expect(
      start({ ...allowed, PLAIN_CONNECTIONS: 'SMTP_URL, DATABASE_URL, DATABASE_OWNER_URL' }),
    ).not.toThrow();
    expect(start({ ...allowed, PLAIN_CONNECTIONS: 'SMTP_URL' })).toThrow(/DATABASE_URL is wrong/);
    for (const wrong of ['all', 'SMTP_URL,', 'SMTP'])
      expect(start({ ...allowed, PLAIN_CONNECTIONS: wrong })).toThrow(/PLAIN_CONNECTIONS is wrong/);
  });
});

test('elsewhere plain connections are as good as any', () => {
  const given = { DATABASE_URL: database, SMTP_URL: mail, S3_ENDPOINT: 'http://store.example', ...store };
  expect(() => parseConfig({ DATA_DIR, ...given })).not.toThrow();
});
