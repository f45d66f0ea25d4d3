import { expect, test } from 'vitest';
import { createBatchedInbox } from './batched-inbox.ts';
import type { ActivityNotification } from './inbox-store.ts';

const notification = (summaryId: string): ActivityNotification => ({
  garminUserId: 'u',
  kind: 'deleted',
  summaryId,
  startedAt: null,
  callbackUrl: null,
});

/** A database that refuses every statement with a certain value. */
function openInbox(error: Error) {
  const stored: string[] = [];
  let statements = 0;
  const inbox = createBatchedInbox(
    {
      query: async (statement) => {
        statements++;
        const values = JSON.stringify(statement.values);
        if (values.includes('bad')) throw error;
        stored.push(...(values.match(/good\d/g) ?? []));
        return { rows: [], rowCount: 0 };
      },
    },
    () => new Date(0),
  );
  return { inbox, stored, countStatements: () => statements };
}

test('one bad notification fails alone, and those that came with it are stored', async () => {
  const { inbox, stored } = openInbox(Object.assign(new Error('invalid text'), { code: '22021' }));
  const outcomes = await Promise.allSettled(
    ['good1', 'bad', 'good2', 'good3'].map((id) => inbox.add([notification(id)])),
  );
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
  expect(new Set(stored)).toEqual(new Set(['good1', 'good2', 'good3']));
});

test('notifications are not tried one by one while the database is away', async () => {
  const { inbox, countStatements } = openInbox(
    Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
  );
  const outcomes = await Promise.allSettled(
    ['good1', 'bad', 'good2'].map((id) => inbox.add([notification(id)])),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(countStatements()).toBe(1);
});
