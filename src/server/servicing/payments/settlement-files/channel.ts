import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dependencies } from '../../../dependencies.ts';
import { objectStoreOf } from '../../../platform/object-store.ts';
import { recordEvent } from '../../../platform/events.ts';
import { importCollection } from '../reports/import-collection.ts';
import { digestOf } from './clean-up.ts';

/** Polling interval of a worker, in real time. */
const everyMs = 60_000;
/** Network's list of its files, in `sha256sum` format: a file missing from it books nothing. */
const listName = 'SHA256SUMS';

interface Channel {
  files(network: string): Promise<readonly string[]>;
  read(network: string, name: string): Promise<Buffer | undefined>;
}

/** Drop location for the networks' files: a folder, such as an SFTP server's, or the object store. */
export function channelOf(config: Dependencies['config']): Channel | undefined {
  const { SETTLEMENT_STORE: kind, SETTLEMENT_DIR: directory } = config;
  if (kind === 'directory' && directory !== undefined) return folderChannel(directory);
  const store = kind === 's3' ? objectStoreOf(config) : undefined;
  return (
    store && {
      async files(network) {
        const prefix = `settlements/${network}/`;
        return (await store.list(prefix)).map(({ key }) => key.slice(prefix.length));
      },
      read: (network, name) => store.get(`settlements/${network}/${name}`),
    }
  );
}

function folderChannel(directory: string): Channel {
  return {
    async files(network) {
      const folder = join(directory, network);
      await mkdir(folder, { recursive: true });
      const entries = await readdir(folder, { withFileTypes: true });
      return entries.filter((each) => each.isFile()).map(({ name }) => name);
    },
    read: (network, name) =>
      readFile(join(directory, network, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      }),
  };
}

type ChannelDependencies = Pick<Dependencies, 'db' | 'log' | 'config'> &
  Parameters<typeof importCollection>[0];

/**
 * Books the files in the networks' channel. Files stay in place; a file is read again only if its bytes
 * change, and each line is booked once in any case. @returns a function that polls once
 */
export function channelPickUp(deps: ChannelDependencies, channel: Channel): () => Promise<void> {
  const seen = new Set<string>();
  return async () => {
    for (const network of Object.keys(deps.ports.collection)) {
      const names = await channel.files(network);
      const listed = listedDigests(await channel.read(network, listName));
      for (const name of names.filter((each) => each !== listName).toSorted()) {
        const bytes = await channel.read(network, name);
        if (!bytes) continue;
        const sha256 = digestOf(bytes).toString('hex');
        const isListed = listed.get(name) === sha256;
        const key = `${network} ${name} ${sha256} ${isListed}`;
        if (seen.has(key)) continue;
        await (isListed ? book(deps, { network, name, bytes }) : refuse(deps, { network, name }));
        seen.add(key);
      }
    }
  };
}

/** Digest of each file on the list, by its name. */
function listedDigests(list: Buffer | undefined): ReadonlyMap<string, string> {
  const lines = list?.toString('utf8').matchAll(/^([\da-f]{64}) [ *](.+?)\r?$/gim) ?? [];
  return new Map(Array.from(lines, ([, digest = '', name = '']) => [name, digest.toLowerCase()]));
}

async function book(
  deps: ChannelDependencies,
  file: { readonly network: string; readonly name: string; readonly bytes: Buffer },
): Promise<void> {
  const imported = await importCollection(deps, file);
  const { network, name } = file;
  if (imported.ok) deps.log.info({ network, name, booked: imported.booked }, 'a settlement file was booked');
  else deps.log.error({ network, name, reason: imported.reason }, 'a settlement file was refused');
}

/**
 * Refuses a file without a matching digest in the network's list: it is foreign, or its upload is incomplete.
 */
async function refuse(
  { db, clock, ports, log }: ChannelDependencies,
  { network, name }: { readonly network: string; readonly name: string },
): Promise<void> {
  const country = ports.collection[network]?.country;
  const detail = { network, name, reason: 'its digest is not on the list of the network' };
  log.error(detail, 'a settlement file was refused');
  if (country) await recordEvent(db, { at: clock.now(), country, kind: 'collection-file-refused', detail });
}

/** Polls the channel until stopped; a failure is logged and the next poll retries. */
export function startSettlementChannel(deps: ChannelDependencies): () => Promise<void> {
  const channel = channelOf(deps.config);
  if (!channel) return () => Promise.resolve();
  const look = channelPickUp(deps, channel);
  let looking: Promise<void> | undefined;
  const lookUnlessLooking = () => {
    looking ??= look()
      .catch((error: unknown) =>
        deps.log.error({ err: error }, 'the settlement file channel could not be read'),
      )
      .finally(() => (looking = undefined));
  };
  lookUnlessLooking();
  const timer = setInterval(lookUnlessLooking, everyMs);
  return async () => {
    clearInterval(timer);
    await looking;
  };
}
