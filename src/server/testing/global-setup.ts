import { rm } from 'node:fs/promises';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.ts';
import { migrateJobs } from '../platform/work/jobs.ts';
import { createLogger } from '../platform/logger.ts';
import { migrate } from '../platform/schema/migrate.ts';
import { newClusterFolder, sweepLeftClusters } from './left-clusters.ts';
import { databaseFolder } from './memory-folder.ts';
import { turnOffFsync } from './postgres-without-fsync.ts';
import { templateName } from './template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
    /** Goes with the run; tests make their folders in it. */
    folder: string;
  }
}

interface Cluster {
  readonly url: string;
  readonly root: string;
  readonly stop: () => Promise<void>;
}

/** Of the run's vitest projects, which stand on one and the same. */
let shared: Promise<Cluster> | undefined;
let users = 0;

/** A real PostgreSQL and in it a migrated template that each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  users += 1;
  shared ??= startCluster();
  const { url, root, stop } = await shared;
  project.provide('databaseUrl', url);
  project.provide('folder', root);
  return async () => {
    users -= 1;
    if (users === 0) await stop();
  };
}

async function startCluster(): Promise<Cluster> {
  const log = createLogger('silent');
  await sweepLeftClusters();
  const root = await newClusterFolder(await databaseFolder());
  const given = process.env.TEST_DATABASE_URL;
  const embedded = given === undefined ? await startEmbeddedPostgres({ dataDir: root, log }) : undefined;
  const url = given ?? embedded?.url ?? '';
  if (embedded) await turnOffFsync(root, url);
  await createTemplate(url);
  return {
    url,
    root,
    stop: async () => {
      await embedded?.stop();
      await rm(root, { recursive: true, force: true });
    },
  };
}

async function createTemplate(url: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`drop database if exists "${templateName}" with (force)`);
  await admin.query(`create database "${templateName}"`);
  await admin.end();
  const templateUrl = Object.assign(new URL(url), { pathname: `/${templateName}` }).href;
  await migrate(templateUrl);
  await migrateJobs(templateUrl, createLogger('silent'));
}
