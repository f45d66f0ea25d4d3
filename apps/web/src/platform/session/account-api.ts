import {
  deleteAccount as deleteAccountEndpoint,
  getProfile,
  logout as logoutEndpoint,
  logoutEverywhere as logoutEverywhereEndpoint,
  type ProblemCode,
  PROBLEMS,
  registerUser,
  type User,
  usernameFor,
} from '@pacewright/contract';
import { type Call, createCall, type Credentials } from '../api/client.ts';
import { ApiProblem } from '../api/problem.ts';
import type { Account } from './identity.ts';

/** The API client, and the endpoints of an account. It needs zod, so only its types are imported directly. */
export type AccountApi = ReturnType<typeof createAccountApi>;

export function createAccountApi(credentials: Credentials) {
  return accountApiWith(createCall(credentials));
}

export function accountApiWith(call: Call) {
  return { call, register, findOrRegister, logout, logoutEverywhere, deleteAccount, problemOf };

  function register({ uid, email }: Account, profile: Profile): Promise<User> {
    return call(registerUser, { body: { ...profile, email, firebaseUid: uid } });
  }

  /** An account without a profile is registered under the provider's name for it. */
  async function findOrRegister(account: Account): Promise<User> {
    try {
      return await call(getProfile);
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== 'USER_NOT_FOUND') throw error;
    }
    const avatar = account.photoUrl?.startsWith('https://') ? account.photoUrl : undefined;
    return register(account, { username: usernameFor(account), ...(avatar && { avatar }) });
  }

  function logout(): Promise<void> {
    return call(logoutEndpoint);
  }

  function logoutEverywhere(): Promise<void> {
    return call(logoutEverywhereEndpoint);
  }

  function deleteAccount(): Promise<void> {
    return call(deleteAccountEndpoint);
  }

  /** Builds an ApiProblem on the client, with the contract's text for the code. */
  function problemOf(code: ProblemCode, cause: unknown): ApiProblem {
    return new ApiProblem({ code, ...PROBLEMS[code] }, { cause });
  }
}

type Profile = { username: string; avatar?: string };
