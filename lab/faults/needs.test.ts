import { expect, test } from 'vitest';
import { firstPoolerVersion, missing, NEEDS, poolerVersion } from './needs.ts';

test('missing programs are named in one sentence with the install command', () => {
  expect(missing(NEEDS, (program) => program !== 'etcd' && program !== 'haproxy')).toBe(
    'On this machine the Debian packages are missing: etcd-server haproxy; install with: apt-get install --no-install-recommends etcd-server haproxy',
  );
  expect(missing(NEEDS, (program) => program !== 'patroni')).toContain('package is missing: patroni;');
});

test('nothing is reported when all are installed', () => {
  expect(missing(NEEDS, () => true)).toBeUndefined();
});

test('the pooler of this Debian is too old for prepared statements, a newer one is not', () => {
  expect(poolerVersion('PgBouncer 1.18.0\nlibevent')).toBeLessThan(firstPoolerVersion);
  expect(poolerVersion('PgBouncer 1.24.1')).toBeGreaterThan(firstPoolerVersion);
  expect(poolerVersion('command not found')).toBeUndefined();
});
