import { Note } from '../../ui/note.tsx';
import type { Telling } from './messages.ts';

/** A failure that concerns the whole card. */
export function FailureNote({ telling }: { telling: Telling | undefined }) {
  if (!telling) return null;
  return (
    <Note kind="error">
      {telling.message}
      {telling.detail && <p>{telling.detail}</p>}
    </Note>
  );
}
