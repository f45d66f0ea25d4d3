import {
  deleteAccount,
  getProfile,
  logout,
  type ProblemCode,
  PROBLEMS,
  registerUser,
  type User,
  usernameFor,
} from '@pacewright/contract';
import { type Call, createCall, type Credentials } from '../api/client.ts';
import { ApiProblem } from '../api/problem.ts';
import type { Account } from './identity.ts';

/** The way to the API, and our side of an account. It brings zod, so nothing but types is imported of it directly. */
export type Connection = ReturnType<typeof connectionBy>;

export function openConnection(credentials: Credentials) {
  return connectionBy(createCall(credentials));
}

export function connectionBy(call: Call) {
  return { call, register, findOrRegister, endSignIn, erase, problemOf };

  function register({ uid, email }: Account, profile: Profile): Promise<User> {
    return call(registerUser, { body: { ...profile, email, firebaseUid: uid } });
  }

  /** Someone the provider knows and we do not is registered under the name they have there. */
  async function findOrRegister(account: Account): Promise<User> {
    try {
      return await call(getProfile);
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== 'USER_NOT_FOUND') throw error;
    }
    const avatar = account.photoUrl?.startsWith('https://') ? account.photoUrl : undefined;
    return register(account, { username: usernameFor(account), ...(avatar && { avatar }) });
  }

  function endSignIn(): Promise<void> {
    return call(logout);
  }

  function erase(): Promise<void> {
    return call(deleteAccount);
  }

  /** Builds an ApiProblem on the client, with the contract's text for the code. */
  function problemOf(code: ProblemCode, cause: unknown): ApiProblem {
    return new ApiProblem({ code, ...PROBLEMS[code] }, { cause });
  }
}

type Profile = { username: string; avatar?: string };
