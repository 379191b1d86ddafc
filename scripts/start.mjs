// npm start: installs what is missing, builds the web once, then runs the product with the Node it brings.
import { buildWebIfStale } from './build-web.mjs';
import { installIfMissing } from './install.mjs';
import { runProgram } from './run-program.mjs';

installIfMissing();
if (!buildWebIfStale()) {
  console.error('The web could not be built; the reason is above.');
  process.exit(1);
}
// With the sandbox on, the console needs no set-up: each role signs in with one click.
if (process.env.NODE_ENV !== 'production' && process.env.SANDBOX !== 'off')
  process.env.CONSOLE_URL ??= `http://consola.localhost:${process.env.PORT || 3000}`;
runProgram('src/server/start.ts');
