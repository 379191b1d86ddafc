// npm run encrypt-files: encrypts files that were stored before encryption was introduced.
import { runCommand, withDependencies } from '../../command.ts';
import { plainStoreOf } from './create.ts';
import { fileKeysOf } from './file-keys.ts';
import { sealStored } from './sealed.ts';

await runCommand((given) =>
  withDependencies(async ({ config, db, vault }) => {
    if (given.length > 0) throw new Error('Usage: npm run encrypt-files');
    const [store, keys] = [plainStoreOf(config), fileKeysOf(db, vault)];
    let [found, sealed] = [0, 0];
    for await (const name of store.list()) {
      found += 1;
      if (await sealStored(store, keys, name)) sealed += 1;
    }
    process.stdout.write(`${found} files, of which ${sealed} were encrypted now\n`);
    return 0;
  }),
);
