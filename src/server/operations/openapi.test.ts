import { describe, expect, test } from 'vitest';
import { contract, type CallKey } from '../../contract/contract.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { openApi } from '../platform/http/openapi.ts';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly requestBody?: { readonly required?: boolean; readonly content: object };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: object }>>;
}

const keys = Object.keys(contract) as CallKey[];
const document = openApi(keys) as { paths: Record<string, Record<string, Operation>> };
const operations = keys.map((key) => {
  const [method = '', path = ''] = key.split(' ');
  const operation = document.paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${key} is not published`);
  const definition: Endpoint = contract[key];
  return [key, operation, definition] as const;
});
/** Takes parameters that it does not name. */
const isLoose = (query: NonNullable<Endpoint['query']>) =>
  Object.hasOwn(query.safeParse({ surely_unnamed: 'x' }).data ?? {}, 'surely_unnamed');

const mediaType = /^(application|image|multipart|text)\/[a-z0-9.+-]+(; charset=utf-8)?$/;

describe('the published contract, for generated clients', () => {
  test('has a name of its own for every call, whatever the letters’ case', () => {
    const names = operations.map(([, { operationId }]) => operationId);
    expect(names.filter((name) => !/^[a-z][a-zA-Z0-9]{2,79}$/.test(name))).toEqual([]);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    const derived = operations.filter(([, { operationId }]) => operationId.startsWith('sandbox'));
    expect(derived.map(([key]) => key).filter((key) => !/ \/sandbox/.test(key))).toEqual([]);
    expect(document.paths['/vendors-api/v1/leads']?.['post']?.operationId).toBe('createLead');
  });

  test.each(operations)('%s', (_key, operation, definition) => {
    expect(operation.summary).not.toBe('');
    const takesBody = definition.body !== undefined || definition.upload !== undefined;
    expect(operation.requestBody?.required).toBe(takesBody ? true : undefined);
    const named = (place: string) =>
      operation.parameters.filter((each) => each.in === place).map(({ name }) => name);
    const isOpen = definition.query !== undefined && isLoose(definition.query);
    expect(named('query')).toEqual([
      ...Object.keys(definition.query?.shape ?? {}),
      ...(isOpen ? ['others'] : []),
    ]);
    expect(named('path')).toEqual(Object.keys(definition.params?.shape ?? {}));
    const bodies = [operation.requestBody?.content, operation.responses['200']?.content];
    for (const types of bodies) for (const type of Object.keys(types ?? {})) expect(type).toMatch(mediaType);
    expect(Object.keys(operation.responses['200']?.content ?? {})).not.toEqual([]);
  });

  test.each(keys)('%s names the parameters of its path', (key) => {
    const inPath = Array.from(key.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
    const { params } = contract[key] as Endpoint;
    expect(Object.keys(params?.shape ?? {}).toSorted()).toEqual(inPath.toSorted());
  });
});
