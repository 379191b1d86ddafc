// npm run encrypt-files: encrypts the files that were stored before files were.
import { runCommand, withDependencies } from '../../command.ts';
import { plainStoreOf } from './create.ts';
import { fileKeysOf } from './file-keys.ts';
import { sealStored } from './sealed.ts';

await runCommand((given) =>
  withDependencies(async ({ config, db, vault }) => {
    if (given.length > 0) throw new Error('Usage: npm run encrypt-files');
    const [store, keys] = [plainStoreOf(config), fileKeysOf(db, vault)];
    const names = await store.list();
    let sealed = 0;
    for (const name of names) if (await sealStored(store, keys, name)) sealed += 1;
    process.stdout.write(`${names.length} files, of which ${sealed} were encrypted now\n`);
    return 0;
  }),
);
