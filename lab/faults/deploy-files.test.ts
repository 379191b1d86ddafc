import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  deployFile,
  etcdSettings,
  forMachine,
  machineSettings,
  poolerFile,
  poolerText,
} from './deploy-files.ts';

const machine = { name: 'b', address: '10.77.0.12' };

test("a machine's settings are the first one's with its own name and address", () => {
  const settings = forMachine(etcdSettings(), machine);
  expect(settings).toMatchObject({
    ETCD_NAME: 'b',
    ETCD_LISTEN_CLIENT_URLS: 'http://10.77.0.12:2379',
    ETCD_INITIAL_CLUSTER: 'a=http://10.77.0.11:2380,b=http://10.77.0.12:2380,c=http://10.77.0.13:2380',
  });
  expect(forMachine(machineSettings(), machine)).toMatchObject({
    PATRONI_NAME: 'b',
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: '10.77.0.12:5432',
  });
});

test('a change to a line missing from the pooler’s file is refused', () => {
  expect(() => poolerFile(poolerText(), { 'host=elsewhere': 'host=db' })).toThrow('host=elsewhere');
  expect(poolerFile(poolerText(), { 'host=db': 'host=10.77.0.1' })).toContain('host=10.77.0.1');
});

test('Patroni’s settings lose no acknowledged commit and leave time for its retries', () => {
  const { bootstrap } = parse(readFileSync(deployFile('patroni/patroni.yaml'), 'utf8')) as {
    bootstrap: { dcs: Record<string, number | boolean> };
  };
  const { ttl, loop_wait, retry_timeout, synchronous_mode, synchronous_mode_strict } = bootstrap.dcs;
  expect([synchronous_mode, synchronous_mode_strict]).toEqual([true, true]);
  expect(Number(loop_wait) + 2 * Number(retry_timeout)).toBeLessThanOrEqual(Number(ttl));
});
