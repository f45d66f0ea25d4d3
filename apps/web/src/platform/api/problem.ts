import type { ProblemBody, ProblemCode } from '@pacewright/contract';

/** A failed call. Its message is a sentence for the athlete. */
export class ApiProblem extends Error {
  readonly code: ProblemCode | LocalCode;
  readonly status: number | undefined;
  /** Messages for single fields of the request. */
  readonly errors: NonNullable<ProblemBody['errors']>;
  /** The stored state, when the request expected another version. */
  readonly current: unknown;
  readonly requestId: string | undefined;

  constructor(
    failure: Pick<ProblemBody, 'title'> &
      Partial<Omit<ProblemBody, 'code'>> & { code: ApiProblem['code'] },
    options?: ErrorOptions,
  ) {
    super(failure.detail ?? failure.title, options);
    this.name = 'ApiProblem';
    this.code = failure.code;
    this.status = failure.status;
    this.errors = failure.errors ?? [];
    this.current = failure.current;
    this.requestId = failure.requestId;
  }
}

const LOCAL_PROBLEMS = {
  UNREACHABLE: 'Can’t reach Pacewright. Check your connection and try again.',
  UNREADABLE: 'We got an unexpected response. Reload the page and try again.',
} as const;

/** A failure on our side of the network: no response, or one that cannot be read. */
type LocalCode = keyof typeof LOCAL_PROBLEMS;

export function localProblem(
  code: LocalCode,
  { cause, status }: { cause?: unknown; status?: number } = {},
): ApiProblem {
  return new ApiProblem({ code, title: LOCAL_PROBLEMS[code], status }, { cause });
}
