import type { Endpoint } from '../../../contract/endpoint.ts';
import type { FailureCode } from '../../../contract/failures.ts';

/** Health is told to whoever asks, however busy the process is. */
const health: ReadonlySet<string> = new Set(['GET /healthz', 'GET /readyz']);

/**
 * What a call answers beside its own failures, because of what it takes and who may make it: the machinery around
 * the routes refuses with these before a route is asked (docs/product/calls.md#envelope).
 */
export function usualFailures(key: string, definition: Endpoint): FailureCode[] {
  const isWrite = key.startsWith('POST ');
  return [
    'unknown_channel',
    ...ofCaller(definition),
    ...(isWrite || key.startsWith('DELETE ') ? (['foreign_origin'] as const) : []),
    ...(definition.params ? (['not_found'] as const) : []),
    ...(definition.query || definition.body || definition.upload ? (['invalid'] as const) : []),
    ...(isWrite ? (['bad_request', 'unsupported_media', 'body_too_large'] as const) : []),
    ...(definition.idempotent ? (['bad_request', 'key_reused', 'key_in_flight'] as const) : []),
    ...(health.has(key) ? [] : (['unavailable'] as const)),
  ];
}

function ofCaller(definition: Endpoint): FailureCode[] {
  switch (definition.access) {
    case 'public':
    case 'optional':
    case 'console':
      return [];
    case 'service':
      return ['service_token'];
    case 'customer':
      return ['unauthenticated'];
    case 'staff':
      return [
        'unauthenticated',
        'permission',
        'country_forbidden',
        ...(definition.isBeforePasskeys ? [] : (['passkeys_missing'] as const)),
        ...(definition.stepUp ? (['step_up'] as const) : []),
        ...(definition.versioned ? (['version_missing', 'changed_meanwhile'] as const) : []),
        ...(definition.daily ? (['daily_limit'] as const) : []),
      ];
  }
}
