import type { Stage } from './product/stage.ts';
import { kindOf, runStream, type Failure, type Interference, type Ran, type Stream } from './run.ts';

/** The shortest stream found that still fails. */
export interface Shrunk {
  readonly stream: Stream;
  readonly failure: Failure;
  /** What came of each of its commands, in words. */
  readonly outcomes: readonly string[];
  /** Streams that were tried. */
  readonly runs: number;
}

/**
 * Leaves commands out while the stream still fails by the same: first those of everybody else, then halves, quarters and
 * single ones.
 */
export async function shrink(
  stage: Stage,
  stream: Stream,
  failure: Failure,
  { isOver = () => false, interference = {} }: { isOver?: () => boolean; interference?: Interference } = {},
): Promise<Shrunk> {
  let best = {
    stream: { ...stream, commands: stream.commands.slice(0, failure.at + 1) },
    failure,
    outcomes: [] as readonly string[],
  };
  let runs = 0;
  const tries = async (commands: Stream['commands']): Promise<boolean> => {
    if (commands.length === best.stream.commands.length || isOver()) return false;
    runs += 1;
    const shorter = { ...stream, commands };
    const ran: Ran = await runStream(stage, shorter, interference);
    if (!ran.failure || kindOf(ran.failure) !== kindOf(failure)) return false;
    best = {
      stream: { ...stream, commands: commands.slice(0, ran.failure.at + 1) },
      failure: ran.failure,
      outcomes: ran.outcomes,
    };
    return true;
  };
  // The clock is everybody's.
  if (failure.who !== undefined)
    await tries(best.stream.commands.filter((each) => each.kind === 'clock' || each.who === failure.who));
  for (let size = best.stream.commands.length >> 1; size >= 1; size = size > 1 ? size >> 1 : 0) {
    for (let from = 0; from < best.stream.commands.length;) {
      const { commands } = best.stream;
      const isShorter = await tries([...commands.slice(0, from), ...commands.slice(from + size)]);
      if (!isShorter) from += size;
    }
  }
  return { ...best, runs };
}
