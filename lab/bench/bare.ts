// Baseline server: node:http and pg, running the product's own statements without checks or computation. The product is
// compared with it.
import http from 'node:http';
import pg from 'pg';
import type { Statement } from './statements.ts';
import { bind, facts, type Names } from './statements.ts';

const plan = JSON.parse(process.env['BENCH_PLAN'] ?? '{}') as { read: Statement; confirm: Statement[] };
// Pool size of the product.
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 8 });

const server = http.createServer((request, response) => void answer(request, response));

async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  try {
    const value =
      request.method === 'GET' ? await read(request.url ?? '') : await confirm(await body(request));
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.end(JSON.stringify(value));
  } catch (error) {
    response.statusCode = 500;
    response.end(String(error));
  }
}

async function read(url: string): Promise<unknown> {
  const { rows } = await pool.query(bind(plan.read, { publicId: url.slice(url.lastIndexOf('/') + 1) }));
  return rows[0];
}

async function body(request: http.IncomingMessage): Promise<{ creditStructure: { selectedId: string } }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
}

/** The same writes in one transaction. */
async function confirm({ creditStructure }: { creditStructure: { selectedId: string } }): Promise<unknown> {
  const names: Names = facts(Number(/\d+/.exec(creditStructure.selectedId)?.[0]));
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const statement of plan.confirm) {
      const { rows } = await client.query(bind(statement, names));
      if (statement.gives) names[statement.gives] = String(rows[0].id);
    }
    await client.query('commit');
    return { result: { id: names.publicId } };
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`{"port":${typeof address === 'object' ? address?.port : 0},"addresses":[]}\n`);
});
process.on('SIGTERM', () => {
  server.close(() => void pool.end().then(() => process.exit(0)));
  server.closeAllConnections();
});
