import type { Database } from '../platform/database.ts';

/**
 * Database that announces each statement before it is sent, so that a program can kill itself there.
 * @param announce gets the number of the statement, from 1
 */
export function announceStatements(database: Database, announce: (count: number) => void): Database {
  let count = 0;
  return database.withPlugin({
    transformQuery: ({ node }) => {
      count += 1;
      announce(count);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
}
