import { pino, type DestinationStream, type Logger as PinoLogger, type LoggerOptions } from 'pino';
import type { ErrorReports } from './log/error-reports.ts';
import { standardOutput } from './log/standard-output.ts';

export type Logger = PinoLogger;

/**
 * Logs JSON lines without personal data: a request by method, route pattern, status and duration, never by
 * address, body or headers; an error by name, code and stack.
 */
export function createLogger(
  level: string,
  destination: DestinationStream = standardOutput(),
  reports?: ErrorReports,
): Logger {
  return pino(
    {
      level,
      ...(reports ? { hooks: { logMethod: reporting(reports) } } : {}),
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
    },
    destination,
  );
}

const errorLevel = 50;

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

/** Also sends error lines to error reporting. */
function reporting(reports: ErrorReports): LogMethod {
  return function log(given, method, level) {
    const [about, message]: unknown[] = given;
    if (level >= errorLevel && typeof about === 'object' && about !== null)
      reports.report(
        Reflect.get(about, 'err') ?? new Error(String(message)),
        String(message),
        about as Record<string, unknown>,
      );
    method.apply(this, given);
  };
}

/** Members read from errors of another class, since some libraries report a copy. */
const toldOf = ['name', 'message', 'code', 'stack', 'queue', 'worker'] as const;

/** Database errors carry the row in `detail`, which must not be logged. */
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
