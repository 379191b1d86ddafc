import type { Contract, InputOf, OutputOf, StaffKey } from '../contract/contract.ts';
import { ApiFailure, failureOfAnswer, transportTexts } from '../ui/api-failure.ts';
import { askForProof } from './passkeys/proof.ts';
import { createIdempotencyKeys, isFinalAnswer } from '../ui/idempotency.ts';

type Member<K extends StaffKey, Name extends 'params' | 'query' | 'body'> =
  InputOf<K, Name> extends undefined
    ? { [N in Name]?: undefined }
    : undefined extends InputOf<K, Name>
      ? { [N in Name]?: InputOf<K, Name> }
      : { [N in Name]: InputOf<K, Name> };

type Version<K extends StaffKey> = Contract[K] extends { versioned: true }
  ? { version: number }
  : { version?: undefined };

export type StaffInput<K extends StaffKey> = Member<K, 'params'> &
  Member<K, 'query'> &
  Member<K, 'body'> &
  Version<K>;

type Arguments<K extends StaffKey> =
  object extends StaffInput<K> ? [input?: StaffInput<K>] : [input: StaffInput<K>];

interface LooseInput {
  file?: File | undefined;
  params?: Record<string, unknown> | undefined;
  query?: Readonly<Record<string, string | number | undefined>> | undefined;
  body?: unknown;
  version?: number | undefined;
}

const timeoutMs = 20_000;
/** A file of fifty thousand rows takes some seconds, on a busy machine several times that. */
const fileTimeoutMs = 120_000;
const keys = createIdempotencyKeys(() => crypto.randomUUID());

function urlOf(path: string, { params = {}, query = {} }: LooseInput): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const pairs = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  const search = new URLSearchParams(pairs).toString();
  return search ? `${filled}?${search}` : filled;
}

async function ask(url: string, init: RequestInit, withinMs = timeoutMs): Promise<Response> {
  const signal = AbortSignal.timeout(withinMs);
  try {
    return await fetch(url, { ...init, signal, credentials: 'same-origin', cache: 'no-store' });
  } catch {
    const code = signal.aborted ? 'timeout' : 'offline';
    throw new ApiFailure({ code, status: 0, message: transportTexts[code] });
  }
}

/** Body of a failure or a JSON response. */
async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

async function send(key: StaffKey, input: LooseInput, withinMs = timeoutMs): Promise<Response> {
  const [method = '', path = ''] = key.split(' ');
  const url = urlOf(path, input);
  if (method === 'GET') return ask(url, {});
  const { file } = input;
  const body = file ? formOf(file) : JSON.stringify(input.body ?? {});
  const said = file ? [file.name, file.size, file.lastModified] : body;
  const submission = JSON.stringify([key, url, said, input.version ?? 0]);
  const headers: Record<string, string> = {
    // A form brings its own, with the mark between its parts.
    ...(file ? {} : { 'Content-Type': 'application/json' }),
    'Idempotency-Key': keys.keyFor(submission),
    ...(input.version === undefined ? {} : { 'If-Match': `"${input.version}"` }),
  };
  const response = await ask(url, { method, headers, body }, withinMs);
  if (isFinalAnswer(response.status, '')) keys.settle(submission);
  return response;
}

function formOf(file: File): FormData {
  const form = new FormData();
  form.append('file', file);
  return form;
}

/** Sends it; where the person has to show first that it is still them, they are asked, and it is sent once more. */
async function sendProven(key: StaffKey, input: LooseInput, withinMs = timeoutMs): Promise<Response> {
  const response = await send(key, input, withinMs);
  if (response.status !== 403) return response;
  const failure = failureOfAnswer(403, await bodyOf(response.clone()));
  const isProven = failure?.code === 'step_up' && (await askForProof());
  return isProven ? send(key, input, withinMs) : response;
}

/**
 * Makes a call of the console; the session is the browser's cookie.
 * @throws ApiFailure with the sentence to show
 */
export async function call<K extends StaffKey>(key: K, ...[input]: Arguments<K>): Promise<OutputOf<K>> {
  const response = await sendProven(key, (input ?? {}) as LooseInput);
  const body = await bodyOf(response);
  const failure = failureOfAnswer(response.status, body);
  if (failure) throw failure;
  return body as OutputOf<K>;
}

/** The calls that take a file. */
type UploadKey = { [K in StaffKey]: Contract[K] extends { upload: object } ? K : never }[StaffKey];

/** Makes a call that takes a file. @throws ApiFailure with the sentence to show */
export async function upload<K extends UploadKey>(
  key: K,
  file: File,
  input: StaffInput<K>,
): Promise<OutputOf<K>> {
  const response = await sendProven(key, { ...(input as LooseInput), file });
  const body = await bodyOf(response);
  const failure = failureOfAnswer(response.status, body);
  if (failure) throw failure;
  return body as OutputOf<K>;
}

/** Makes a call that answers a file, and gives it to the person. @returns the file's name */
export async function download<K extends StaffKey>(key: K, input: StaffInput<K>): Promise<string> {
  const response = await sendProven(key, input as LooseInput, fileTimeoutMs);
  if (!response.ok) throw failureOfAnswer(response.status, await bodyOf(response)) ?? new Error(key);
  const [, name = ''] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  const address = URL.createObjectURL(await response.blob());
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
  return name;
}

/** Row reference in a call: its number, and the version on the screen. */
export const asSeen = ({ id, version }: { readonly id: string; readonly version: number }) => ({
  params: { id },
  version,
});
