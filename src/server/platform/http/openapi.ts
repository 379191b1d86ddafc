import { z } from 'zod';
import { contract, type CallKey } from '../../../contract/contract.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { failures, type FailureCode } from '../../../contract/failures.ts';
import { operationName } from '../../../contract/operation-names.ts';
import { STAFF_COOKIE } from './staff-cookie.ts';

type Schema = Record<string, unknown>;

const schemaOf = (type: z.ZodType, io: 'input' | 'output'): Schema => {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(type, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => nameMembers(jsonSchema),
  });
  return schema;
};

/** Turns a record of fixed keys into an object with these members: generated clients know no `propertyNames`. */
function nameMembers(schema: z.core.JSONSchema.BaseSchema): void {
  const { additionalProperties: member, propertyNames: names, required } = schema;
  if (typeof names !== 'object' || names.enum === undefined || typeof member !== 'object') return;
  if (required === undefined) return;
  schema.properties = Object.fromEntries(required.map((name) => [name, structuredClone(member)]));
  schema.additionalProperties = false;
  delete schema.propertyNames;
}

const failureSchema: Schema = {
  type: 'object',
  required: ['status', 'code', 'message', 'messages', 'errors'],
  properties: {
    status: { type: 'string', const: 'error' },
    code: { type: 'string' },
    message: { type: 'string' },
    messages: { type: 'array', items: { type: 'string' } },
    errors: { type: 'array', items: { type: 'string' } },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    challenge: { type: 'object', description: 'Proof of work (ALTCHA) that the request has to bring' },
  },
};

/** OpenAPI 3.1 document of the served calls, without the server's address. */
export function openApi(served: readonly CallKey[]): Schema {
  const paths: Record<string, Schema> = {};
  for (const key of served) {
    const [method, path] = key.split(' ') as [string, string];
    paths[path] ??= {};
    paths[path][method.toLowerCase()] = operation(key, contract[key]);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Cuota', version: '1' },
    paths,
    components: {
      schemas: { Failure: failureSchema },
      securitySchemes: Object.fromEntries(
        Object.entries(securitySchemes).filter(([name]) => schemesOf(served).has(name)),
      ),
    },
  };
}

const securitySchemes = {
  customer: { type: 'http', scheme: 'bearer', description: 'Session of a customer' },
  service: { type: 'http', scheme: 'bearer', description: 'Short-lived service token' },
  partner: { type: 'http', scheme: 'bearer', description: 'API key: cuota_…' },
  staff: {
    type: 'apiKey',
    in: 'cookie',
    name: STAFF_COOKIE,
    description: "Session of the console's host",
  },
};

const schemesOf = (served: readonly CallKey[]): Set<string> =>
  new Set(served.flatMap((key) => security(contract[key]).flatMap((each) => Object.keys(each))));

function operation(key: CallKey, definition: Endpoint): Schema {
  const content = requestContent(definition);
  return {
    operationId: operationName(key),
    summary: definition.summary,
    security: security(definition),
    ...(definition.permission ? { 'x-permission': definition.permission } : {}),
    ...(definition.scope ? { 'x-scope': definition.scope } : {}),
    ...(definition.approval ? { 'x-approval': definition.approval } : {}),
    ...(definition.reasons ? { 'x-reasons': definition.reasons } : {}),
    parameters: [
      ...parameters(definition.params, 'path'),
      ...parameters(definition.query, 'query'),
      { name: 'X-Application-Token', in: 'header', required: false, schema: { type: 'string' } },
      ...(definition.failures.includes('challenge_required') ? [solution] : []),
      ...(definition.versioned ? [seenVersion] : []),
      ...(definition.idempotent
        ? [
            {
              name: 'Idempotency-Key',
              in: 'header',
              required: definition.access === 'staff' || definition.needsKey === true,
              schema: { type: 'string', maxLength: 200 },
            },
          ]
        : []),
    ],
    ...(content ? { requestBody: { required: true, content } } : {}),
    responses: responses(key, definition),
  };
}

/** Solution of a challenge from an earlier response. */
const solution: Schema = {
  name: 'X-Challenge-Solution',
  in: 'header',
  required: false,
  description: 'base64 of {challenge, solution} as JSON',
  schema: { type: 'string' },
};

const seenVersion: Schema = {
  name: 'If-Match',
  in: 'header',
  required: true,
  description: 'The version that the person has seen, in quotes',
  schema: { type: 'string' },
};

function security(definition: Endpoint): Schema[] {
  switch (definition.access) {
    case 'public':
      return [];
    case 'optional':
      return [{}, { customer: [] }];
    case 'customer':
      return [{ customer: [] }];
    case 'service':
      return [{ service: [] }];
    case 'partner':
      return [{ partner: [] }];
    case 'console':
      return [];
    case 'staff':
      return [{ staff: [] }];
  }
}

function parameters(type: z.ZodObject | undefined, place: 'path' | 'query'): Schema[] {
  if (!type) return [];
  const named = Object.entries(type.shape).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || !schema.safeParse(undefined).success,
    schema: schemaOf(schema as z.ZodType, 'input'),
  }));
  return type.def.catchall === undefined ? named : [...named, { ...anyOthers, in: place }];
}

/** Parameters with names not fixed by the contract: campaign parameters, or filters of a console list. */
const anyOthers: Schema = {
  name: 'others',
  required: false,
  style: 'form',
  explode: true,
  schema: { type: 'object', additionalProperties: { type: 'string' } },
};

function requestContent(definition: Endpoint): Schema | undefined {
  if (definition.upload) {
    const fields = schemaOf(definition.upload.fields, 'input') as {
      properties?: Schema;
      required?: string[];
    };
    const schema = {
      ...fields,
      properties: { ...fields.properties, file: { type: 'string', format: 'binary' } },
      required: [...(fields.required ?? []), 'file'],
    };
    return { 'multipart/form-data': { schema } };
  }
  if (!definition.body) return undefined;
  const type = definition.takesForm ? 'application/x-www-form-urlencoded' : 'application/json';
  return { [type]: { schema: schemaOf(definition.body, 'input') } };
}

function responses(key: CallKey, definition: Endpoint): Schema {
  const answers: Schema = { '200': { description: 'Success', ...successContent(definition) } };
  for (const code of new Set([...definition.failures, ...usualFailures(key, definition)])) {
    const [status, message] = failures[code];
    const earlier = answers[String(status)] as { description: string } | undefined;
    answers[String(status)] = {
      description: earlier ? `${earlier.description} · ${code}: ${message}` : `${code}: ${message}`,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
    };
  }
  answers.default = {
    description: 'Any other failure',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
  };
  return answers;
}

/** Health checks are public and never refused because of load. */
const health: ReadonlySet<string> = new Set(['GET /healthz', 'GET /readyz']);

/**
 * Failures of a call in addition to its own, which the code around the routes returns before a route runs,
 * depending on input and callers (docs/product/calls.md#envelope).
 */
function usualFailures(key: string, definition: Endpoint): FailureCode[] {
  const isWrite = key.startsWith('POST ');
  return [
    'unknown_channel',
    ...(health.has(key) ? [] : (['https_required'] as const)),
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
    case 'partner':
      return ['api_key', 'too_many', ...(definition.scope === 'any' ? [] : (['api_scope'] as const))];
    case 'customer':
      return ['unauthenticated', ...(definition.provedEmail ? (['address_unproved'] as const) : [])];
    case 'staff':
      return [
        'unauthenticated',
        'permission',
        'country_forbidden',
        'own_record',
        ...(definition.isBeforePasskeys ? [] : (['passkeys_missing'] as const)),
        ...(definition.stepUp ? (['step_up'] as const) : []),
        ...(definition.versioned ? (['version_missing', 'changed_meanwhile'] as const) : []),
        ...(definition.daily ? (['daily_limit'] as const) : []),
        ...(definition.approval !== undefined || (definition.idempotent && !definition.whileWaiting)
          ? (['already_asked'] as const)
          : []),
      ];
  }
}

const binarySchema = (type: string): Schema =>
  type === 'application/json'
    ? {}
    : /^text\/|svg/.test(type)
      ? { type: 'string' }
      : { type: 'string', format: 'binary' };

function successContent(definition: Endpoint): Schema {
  if (definition.response === 'binary') {
    const types = [definition.media ?? []].flat();
    return { content: Object.fromEntries(types.map((type) => [type, { schema: binarySchema(type) }])) };
  }
  if (definition.response === 'html') return { content: { 'text/html': { schema: { type: 'string' } } } };
  const schema = schemaOf(definition.response, 'output') as { properties?: Schema; required?: string[] };
  return {
    content: {
      'application/json': {
        schema: {
          ...schema,
          properties: { status: { type: 'string', const: 'success' }, ...schema.properties },
          required: ['status', ...(schema.required ?? [])],
        },
      },
    },
  };
}
