import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** It brings no types. */
const S3rver = createRequire(import.meta.url)('s3rver') as new (options: object) => {
  run(): Promise<{ readonly port: number }>;
  close(): Promise<void>;
};

export interface S3Server {
  /** Settings of the product that name it. */
  readonly settings: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** A server that speaks S3, with one bucket in a folder of its own. */
export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'cuota-s3-'));
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'cuota', configs: [] }],
  });
  const { port } = await server.run();
  return {
    settings: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'cuota',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    async close() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
