import { createHash } from 'node:crypto';
import type { AwsClient } from 'aws4fetch';
import type { Config } from './config.ts';

interface FoundObject {
  readonly key: string;
  /** Changes when the object's content does. */
  readonly etag: string;
  readonly changedAt: Date;
}

/** Bucket of an S3-compatible server, below the configured prefix. */
export interface ObjectStore {
  put(key: string, bytes: Buffer): Promise<void>;
  /** @returns undefined if the key does not exist */
  get(key: string): Promise<Buffer | undefined>;
  delete(key: string): Promise<void>;
  list(prefix: string): Promise<readonly FoundObject[]>;
  /** Lists page by page, for prefixes with more objects than fit in memory. */
  pages(prefix: string): AsyncIterable<readonly FoundObject[]>;
}

/** Timeout for an object of a few megabytes, milliseconds; a person would not wait longer. */
const answerMs = 10_000;
/** Retries after an error or a temporary refusal. Every request is idempotent. */
const retries = 2;

/** Configured store; undefined if there is none. */
export function objectStoreOf(config: Config): ObjectStore | undefined {
  const { S3_BUCKET, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION, S3_PREFIX } = config;
  if (!S3_BUCKET || !S3_ENDPOINT || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return undefined;
  let client: Promise<AwsClient> | undefined;
  // Imported only if a store is configured.
  const load = async () => {
    const { AwsClient: Client } = await import('aws4fetch');
    const keys = { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY };
    return new Client({ ...keys, region: S3_REGION, service: 's3', retries });
  };
  return openStore(
    () => (client ??= load()),
    new URL(`${S3_BUCKET}/`, withSlash(S3_ENDPOINT)).href,
    S3_PREFIX,
  );
}

const withSlash = (address: string) => (address.endsWith('/') ? address : `${address}/`);

function openStore(client: () => Promise<AwsClient>, bucket: string, prefix: string): ObjectStore {
  const addressOf = (key: string) => bucket + (prefix + key).split('/').map(encodeURIComponent).join('/');
  const send = async (address: string, method: string, body?: Buffer) =>
    (await client()).fetch(address, {
      method,
      // The signature covers the body, so it cannot be altered in transit.
      headers: { 'x-amz-content-sha256': sha256(body ?? '') },
      redirect: 'error',
      signal: AbortSignal.timeout(answerMs),
      ...(body ? { body: new Uint8Array(body) } : {}),
    });
  async function* pages(start: string) {
    for (let token: string | undefined = ''; token !== undefined;) {
      const asked = new URLSearchParams({
        'list-type': '2',
        'encoding-type': 'url',
        prefix: prefix + start,
        ...(token === '' ? {} : { 'continuation-token': token }),
      });
      const answer = await expectOk(await send(`${bucket}?${asked.toString()}`, 'GET'));
      const page = await answer.text();
      yield objectsIn(page, prefix);
      token = textIn(page, 'NextContinuationToken');
    }
  }
  return {
    async put(key, bytes) {
      await expectOk(await send(addressOf(key), 'PUT', bytes));
    },
    async get(key) {
      const answer = await send(addressOf(key), 'GET');
      if (answer.status === 404 && (await codeOf(answer.clone())) !== 'NoSuchBucket') return undefined;
      return Buffer.from(await (await expectOk(answer)).arrayBuffer());
    },
    async delete(key) {
      const answer = await send(addressOf(key), 'DELETE');
      if (answer.status !== 404) await expectOk(answer);
    },
    async list(start) {
      const found: FoundObject[] = [];
      for await (const page of pages(start)) found.push(...page);
      return found;
    },
    pages,
  };
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

async function expectOk(answer: Response): Promise<Response> {
  if (answer.ok) return answer;
  throw new Error(`The object store answered ${answer.status} ${(await codeOf(answer)) ?? ''}`.trim());
}

async function codeOf(answer: Response): Promise<string | undefined> {
  return textIn(await answer.text(), 'Code');
}

/**
 * Content of the first element with that name. Listings contain no comments, attributes or nested elements of
 * the same name.
 */
function textIn(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text?.replaceAll('&quot;', '"').replaceAll('&#34;', '"').replaceAll('&amp;', '&');
}

function objectsIn(xml: string, prefix: string): FoundObject[] {
  return Array.from(xml.matchAll(/<Contents>(.*?)<\/Contents>/gs), ([, one = '']) => ({
    key: decodeURIComponent((textIn(one, 'Key') ?? '').replaceAll('+', ' ')).slice(prefix.length),
    etag: textIn(one, 'ETag') ?? '',
    changedAt: new Date(textIn(one, 'LastModified') ?? ''),
  }));
}
