import type { FastifyRequest } from 'fastify';
import type { Upload as UploadDefinition } from '../../../contract/endpoint.ts';
import { parsePart } from './parse.ts';
import { fail, failFields, ok, type Result } from './result.ts';
import type { UploadedFile } from './route.ts';

export interface Upload {
  readonly fields: unknown;
  readonly file: UploadedFile;
}

/** Reads text fields and the one file of a multipart request, stopping at the byte limit while it streams. */
export async function readUpload(
  request: FastifyRequest,
  definition: UploadDefinition,
): Promise<Result<Upload>> {
  if (!request.isMultipart()) return fail('unsupported_media');
  const fields: Record<string, string> = {};
  let file: UploadedFile | undefined;
  for await (const part of request.parts({ limits: { fileSize: definition.maxBytes } })) {
    if (part.type === 'field') {
      fields[part.fieldname] = String(part.value);
    } else if (part.fieldname === 'file') {
      file = { bytes: await part.toBuffer() };
    } else {
      return failFields({ [part.fieldname]: 'El dato ingresado no es válido.' });
    }
  }
  const parsed = parsePart(definition.fields, fields);
  if (!parsed.ok) return parsed;
  if (!file || file.bytes.length === 0) return failFields({ file: 'Campo requerido.' });
  return ok({ fields: parsed.value, file });
}
