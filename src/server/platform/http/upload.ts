import type { FastifyRequest } from 'fastify';
import type { Upload as UploadDefinition } from '../../../contract/endpoint.ts';
import { parsePart } from './parse.ts';
import { fail, failFields, ok, type Result } from './result.ts';
import type { UploadedFile } from './route.ts';

export interface Upload {
  readonly fields: unknown;
  readonly file: UploadedFile;
}

/** Expected upload size in bytes, from its header; without a length, the maximum. */
export function uploadBytes({ headers }: FastifyRequest, maxBytes: number): number {
  return Math.min(Number(headers['content-length'] ?? maxBytes) || 0, maxBytes);
}

/** Reads text fields and the one file of a multipart request, stopping at the byte limit while it streams. */
export async function readUpload(
  request: FastifyRequest,
  definition: UploadDefinition,
): Promise<Result<Upload>> {
  if (!request.isMultipart()) return fail('unsupported_media');
  const parts = await readParts(request, definition.maxBytes);
  if (!parts.ok) return parts;
  const { fields, file } = parts.value;
  const parsed = parsePart(definition.fields, fields);
  if (!parsed.ok) return parsed;
  if (!file || file.bytes.length === 0) return failFields({ file: 'Campo requerido.' });
  return ok({ fields: parsed.value, file });
}

interface ReadParts {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: UploadedFile | undefined;
}

/** The parts as they come. What cannot be read as parts (no boundary, cut off, nothing but a preamble) is refused. */
async function readParts(request: FastifyRequest, maxBytes: number): Promise<Result<ReadParts>> {
  const fields: Record<string, string> = {};
  let file: UploadedFile | undefined;
  try {
    for await (const part of request.parts({ limits: { fileSize: maxBytes } })) {
      if (part.type === 'field') {
        fields[part.fieldname] = String(part.value);
      } else if (part.fieldname === 'file') {
        file = { bytes: await part.toBuffer() };
      } else {
        return failFields({ [part.fieldname]: 'El dato ingresado no es válido.' });
      }
    }
  } catch (error) {
    // A limit's error has its own status; any other error is the parser's about the input.
    if (typeof error === 'object' && error !== null && 'statusCode' in error) throw error;
    return fail('bad_request');
  }
  return ok({ fields, file });
}
