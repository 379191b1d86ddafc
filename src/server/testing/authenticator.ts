import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** An authenticator with a screen lock, in software: ES256, no attestation. */
export interface TestAuthenticator {
  /** Answers `navigator.credentials.create`. */
  make(challenge: Asked): Answer;
  /** Answers `navigator.credentials.get`. */
  use(challenge: Asked, how?: { readonly count?: number; readonly origin?: string }): Answer;
}

interface Asked {
  readonly options: string;
  readonly state: string;
}

interface Answer {
  readonly state: string;
  readonly credential: string;
}

const userIsThereAndVerified = 0x05;
const hasCredential = 0x40;
const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();

export function testAuthenticator(origin: string): TestAuthenticator {
  const id = randomBytes(16);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const rpId = sha256(new URL(origin).hostname);
  let signed = 0;
  const clientData = (type: string, options: string, from = origin) => {
    const { challenge } = JSON.parse(options) as { challenge: string };
    return Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  };
  const answer = (state: string, response: Record<string, Buffer>): Answer => {
    const parts = Object.entries(response).map(([name, value]) => [name, value.toString('base64url')]);
    const named = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' };
    return {
      state,
      credential: JSON.stringify({
        ...named,
        response: Object.fromEntries(parts) as object,
        clientExtensionResults: {},
      }),
    };
  };
  return {
    make({ options, state }) {
      const length = Buffer.from([id.length >> 8, id.length & 0xff]);
      const parts = [Buffer.alloc(16), length, id, coseKeyOf(publicKey)];
      const authData = Buffer.concat([headOf(rpId, userIsThereAndVerified | hasCredential, 0), ...parts]);
      const attestation = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(authData)],
        ]) as never,
      );
      return answer(state, {
        clientDataJSON: clientData('webauthn.create', options),
        attestationObject: Buffer.from(attestation),
      });
    },
    use({ options, state }, how = {}) {
      signed = how.count ?? signed + 1;
      const authenticatorData = headOf(rpId, userIsThereAndVerified, signed);
      const clientDataJSON = clientData('webauthn.get', options, how.origin);
      const signature = createSign('sha256')
        .update(Buffer.concat([authenticatorData, sha256(clientDataJSON)]))
        .sign(privateKey);
      return answer(state, { clientDataJSON, authenticatorData, signature });
    },
  };
}

function headOf(rpId: Buffer, flags: number, count: number): Buffer {
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(count);
  return Buffer.concat([rpId, Buffer.of(flags), counter]);
}

/** EC2, ES256, P-256. */
function coseKeyOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const members = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ]);
  return Buffer.from(isoCBOR.encode(members as never));
}
