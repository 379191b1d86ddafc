import { runCommand, withDatabase } from '../../command.ts';
import { replayDecisions } from './replay.ts';

/** Decides all stored credit decisions again: `npm run replay-decisions`. Fails if one differs. */
await runCommand(async () => {
  const { replayed, different } = await withDatabase(({ db }) => replayDecisions(db));
  process.stdout.write(`${replayed} decisions made again, ${different.length} differ\n`);
  if (different.length === 0) return 0;
  process.stdout.write(`decisions ${different.join(', ')}\n`);
  return 1;
});
