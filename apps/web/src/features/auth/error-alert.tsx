import { Alert } from '../../ui/alert.tsx';
import type { ErrorText } from './messages.ts';

/** An error that concerns the whole card. */
export function ErrorAlert({ error }: { error: ErrorText | undefined }) {
  if (!error) return null;
  return (
    <Alert kind="error">
      {error.message}
      {error.detail && <p>{error.detail}</p>}
    </Alert>
  );
}
