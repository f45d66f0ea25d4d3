import { Alert } from './alert.tsx';
import { Button } from './button.tsx';

type CheckingProps = {
  /** "Couldn’t check your feed." */
  title: string;
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
};

/** In place of what a query has not answered yet, or did not answer. */
export function Checking({ title, query: { error, isFetching, refetch } }: CheckingProps) {
  if (!error || isFetching) return <p className="text-sm text-ink-2">Checking…</p>;
  return (
    <div className="grid justify-items-start gap-3">
      <Alert kind="error" title={title}>
        {error.message}
      </Alert>
      <Button onClick={() => void refetch()}>Try again</Button>
    </div>
  );
}
