// npm run screenshots [-- port or address] [part of a screen's name]: builds the web, then takes pictures of every screen
// with the browser of the tests.
import { buildWebIfStale } from './build-web.mjs';
import { findChromium } from './chromium.mjs';
import { installIfMissing } from './install.mjs';
import { runProgram } from './run-program.mjs';

installIfMissing();
const chromium = buildWebIfStale() ? findChromium() : undefined;
if (!chromium) process.exit(1);
process.env.CHROMIUM_PATH = chromium;
runProgram('lab/screenshots.ts', process.argv.slice(2));
