import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** Opens psql with the arguments given; without psql, prints the address and keeps the database up until Ctrl-C. */
export async function openPrompt({ url, isEmbedded }, args) {
  if (spawnSync('psql', ['--version'], { stdio: 'ignore' }).status === 0) {
    // Ctrl-C in psql ends its query, not this program.
    process.on('SIGINT', () => undefined);
    const [code] = await once(spawn('psql', [...args, url], { stdio: 'inherit' }), 'exit');
    process.exitCode = code ?? 1;
    return;
  }
  console.log(url);
  if (!isEmbedded) return;
  console.error('There is no psql here: open this address with another client. It stays up until Ctrl-C.');
  const timer = setInterval(() => {}, 60_000);
  await Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'].map((signal) => once(process, signal)));
  clearInterval(timer);
}
