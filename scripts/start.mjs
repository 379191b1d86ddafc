// npm start: installs what is missing, builds the web once, then runs the product with the Node it brings.
import { buildWebIfStale } from './build-web.mjs';
import { installIfMissing } from './install.mjs';
import { runProgram } from './run-program.mjs';

installIfMissing();
if (!buildWebIfStale()) {
  console.error('The web could not be built; the reason is above.');
  process.exit(1);
}
runProgram('src/server/start.ts');
