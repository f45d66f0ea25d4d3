import { MAX_TAGS, normalizeTag } from '@pacewright/contract';
import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';

type TagsFieldProps = {
  tags: string[];
  /** Tags of other workouts, suggested while typing. */
  known: string[];
  error?: string | undefined;
  onChange: (tags: string[]) => void;
};

/** The tags of a workout. Enter or a comma ends one; Backspace in the empty field removes the last one. */
export function TagsField({ tags, known, error, onChange }: TagsFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState('');

  function add(text: string): void {
    const tag = normalizeTag(text);
    if (tag && !tags.includes(tag) && tags.length < MAX_TAGS) onChange([...tags, tag]);
    setTyped('');
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Backspace' && typed === '' && tags.length > 0) onChange(tags.slice(0, -1));
    if (event.key !== 'Enter' && event.key !== ',') return;
    event.preventDefault();
    add(typed);
  }

  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        Tags
      </label>
      <div className="flex min-h-(--control-h) flex-wrap items-center gap-1.5 rounded-md border border-line-strong bg-surface p-1.5 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus">
        {tags.map((tag) => (
          <span key={tag} className="inline-flex items-center rounded-sm bg-surface-2 pl-2 text-sm">
            {tag}
            <button
              type="button"
              aria-label={`Remove tag ${tag}`}
              className="grid size-6 place-items-center text-ink-2 hover:text-ink"
              onClick={() => onChange(tags.filter((other) => other !== tag))}
            >
              <X aria-hidden className="size-3.5" />
            </button>
          </span>
        ))}
        <input
          id={id}
          className="min-w-24 flex-1 bg-transparent px-1.5 outline-none"
          placeholder={tags.length === 0 ? 'Add a tag' : undefined}
          list={`${id}-known`}
          value={typed}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={onKeyDown}
          onBlur={() => add(typed)}
        />
        <datalist id={`${id}-known`}>
          {known
            .filter((tag) => !tags.includes(tag))
            .map((tag) => (
              <option key={tag} value={tag}>
                {tag}
              </option>
            ))}
        </datalist>
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
