// npm run dev [-- --inspect]: the product for work on it, at the addresses of npm start. The web reloads what
// changed, the server restarts when its sources change, the database stays up.
import { installIfMissing } from './install.mjs';
import { runProgram } from './run-program.mjs';

installIfMissing();
runProgram('scripts/dev/main.mjs', process.argv.slice(2));
