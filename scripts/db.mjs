// npm run db [-- arguments of psql], db:reset, db:types (CONTRIBUTING.md).
import { installIfMissing } from './install.mjs';
import { runProgram } from './run-program.mjs';

installIfMissing();
runProgram('scripts/dev/db.mjs', process.argv.slice(2));
