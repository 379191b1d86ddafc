import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy between client and server that loses an answer that the server has already given. */
export interface AnswerDropper {
  readonly port: number;
  /** Cuts the connection in place of the `nth` answer from now that contains `mark`. */
  arm(mark: string, nth: number): void;
  /** @returns whether an answer was lost since then */
  disarm(): boolean;
  close(): Promise<void>;
}

/** A proxy of TCP connections to a server of this machine. */
export async function dropAnswers(targetPort: number): Promise<AnswerDropper> {
  let mark = '';
  let left = 0;
  let lost = false;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1');
    for (const socket of [client, target]) {
      open.add(socket);
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        target.destroy();
      });
      socket.on('error', () => socket.destroy());
    }
    client.on('data', (chunk: Buffer) => target.write(chunk));
    target.on('data', (chunk: Buffer) => {
      if (left > 0 && chunk.includes(mark)) {
        left -= 1;
        lost = left === 0;
        if (lost) return void client.destroy();
      }
      client.write(chunk);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    arm(next, nth) {
      mark = next;
      left = nth;
      lost = false;
    },
    disarm() {
      left = 0;
      return lost;
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
