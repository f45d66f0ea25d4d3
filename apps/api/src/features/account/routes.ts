import { deleteAccount } from '@pacewright/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import type { AccountDeletion } from './deletion.ts';

export function deletionRoutes(
  scope: FastifyInstance,
  deletion: Pick<AccountDeletion, 'deleteAccount'>,
): void {
  serve(scope, deleteAccount, ({ identity, userId }) =>
    deletion.deleteAccount({ userId, uid: identity.uid }),
  );
}
