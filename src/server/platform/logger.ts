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

/** What is told of an error that is none of the class: some libraries report a copy of one. */
const toldOf = ['name', 'message', 'code', 'stack', 'queue', 'worker'] as const;

/** Database errors carry the row in `detail`; it must not reach a log. */
function describeError(error: unknown): Record<string, unknown> {
  if (typeof error !== 'object' || error === null) return { name: typeof error, message: String(error) };
  const told = toldOf.map((name): [string, unknown] => [name, Reflect.get(error, name)]);
  const cause: unknown = Reflect.get(error, 'cause');
  return {
    name: 'object',
    ...Object.fromEntries(told.filter(([, value]) => value !== undefined)),
    ...(cause === undefined || cause === null ? {} : { cause: describeError(cause) }),
    ...(error instanceof AggregateError ? { errors: error.errors.map(describeError) } : {}),
  };
}
