import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino';

export type Logger = PinoLogger;

/**
 * JSON lines without personal data: a request is logged by method, route pattern, status and time,
 * never by its address, body or headers; an error by its name, code and stack.
 */
export function createLogger(level: string, destination: DestinationStream = standardOutput()): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
    },
    destination,
  );
}

/**
 * Written at once, 10 µs a line: lines still to be written when the process ends, to a reader who is gone, would be
 * tried for ever, and a product whose terminal was closed would never end.
 */
const standardOutput = (): DestinationStream => pino.destination({ dest: 1, sync: true });

/** Database errors carry the row in `detail`; it must not reach a log. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  return {
    name: error.name,
    message: error.message,
    ...('code' in error ? { code: error.code } : {}),
    stack: error.stack,
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  };
}
