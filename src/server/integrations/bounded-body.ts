/** Thrown if an answer is longer than allowed, or no UTF-8. */
export class BodyError extends Error {
  override readonly name = 'BodyError';
}

/**
 * Reads an answer as UTF-8, and no more of it than allowed: its stated length may be wrong or missing.
 * @throws BodyError if it is longer, or has bytes that are no UTF-8, which would spoil names silently
 */
export async function boundedText({ body, headers }: Response, mostBytes: number): Promise<string> {
  if (Number(headers.get('content-length')) > mostBytes) {
    await body?.cancel();
    throw new BodyError('it is too large');
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop ends the connection.
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes) throw new BodyError('it is too large');
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (error) {
    throw new BodyError('it is no UTF-8', { cause: error });
  }
}
