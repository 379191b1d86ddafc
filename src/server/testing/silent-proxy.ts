import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Stands between the product and its database and loses what either says, without closing a connection. */
export interface SilentProxy {
  readonly port: number;
  /** From now on, or from `ms` on, bytes are swallowed or pass again. */
  setSilent(isSilent: boolean): void;
  /** Waits so long before each piece is passed on, milliseconds. */
  setDelay(ms: number): void;
  /** Replaces a text that the product sends by another of the same length; nothing is replaced without one. */
  setReplacement(replacement?: readonly [text: string, by: string]): void;
  /** Closes all connections; new ones are taken. */
  cut(): void;
  close(): Promise<void>;
}

/** A proxy of TCP connections to a server of this machine. */
export async function silentProxy(targetPort: number, targetHost = '127.0.0.1'): Promise<SilentProxy> {
  let isSilent = false;
  let delayMs = 0;
  let replacement: readonly [string, string] | undefined;
  const open = new Set<Socket>();
  const replaced = (chunk: Buffer) =>
    replacement ? Buffer.from(chunk.toString('latin1').replaceAll(...replacement), 'latin1') : chunk;
  const pass = (from: Socket, to: Socket, change = (chunk: Buffer) => chunk) =>
    from.on('data', (sent: Buffer) => {
      if (isSilent) return;
      const chunk = change(sent);
      if (delayMs === 0) return void to.write(chunk);
      setTimeout(() => to.writable && to.write(chunk), delayMs);
    });
  const server = createServer((client) => {
    const target = connect(targetPort, targetHost);
    for (const socket of [client, target]) {
      open.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        target.destroy();
      });
    }
    pass(client, target, replaced);
    pass(target, client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    setSilent: (next) => (isSilent = next),
    setDelay: (ms) => (delayMs = ms),
    setReplacement: (next) => (replacement = next),
    cut,
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
