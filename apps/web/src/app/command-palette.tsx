import { plural } from '@pacewright/pace';
import { useQuery } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { useCall } from '../platform/api/call-context.ts';
import { workoutSearchQuery } from '../platform/api/queries/workouts.ts';
import { ShortcutKeys } from '../platform/shortcuts/shortcut-keys.tsx';
import { isShortcut, SHORTCUTS } from '../platform/shortcuts/shortcuts.ts';
import { Modal } from '../ui/dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { useDebouncedValue } from '../ui/use-debounced-value.ts';
import { type Command, useCommands, WORKOUT, workoutCommand } from './use-commands.ts';
import { storedValue } from '../platform/stored-value.ts';

type CommandPaletteProps = {
  onClose: () => void;
  onShowShortcuts: () => void;
  onLogout: () => void;
};

/**
 * Finds workouts, screens and actions by a few letters: a combo box with its list always open, after the
 * pattern of the ARIA Authoring Practices Guide. The focus stays in the field; arrows move in the list.
 */
export function CommandPalette({ onClose, onShowShortcuts, onLogout }: CommandPaletteProps) {
  const id = useId();
  const [query, setQuery] = useState('');
  const [activeId, setActiveId] = useState<string>();
  const { groups, options, status, isOutdated } = useResults(query, { onShowShortcuts, onLogout });
  // Results of the previous query are shown, but Enter does not select one of them automatically.
  const active =
    options.find((command) => command.id === activeId) ??
    options.find(({ group }) => !(isOutdated && group === 'Workouts'));

  function run(command: Command): void {
    storeRecentCommand(command);
    // Closed at once: behind a dialog a command could not move the focus.
    flushSync(onClose);
    void command.run();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (isShortcut(event.nativeEvent, 'find')) onClose();
    else if (event.key === 'Enter' && active && !event.nativeEvent.isComposing) run(active);
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const at = options.findIndex((command) => command.id === active?.id);
      const next = event.key === 'ArrowDown' ? (at + 1) % options.length : at <= 0 ? -1 : at - 1;
      setActiveId(options.at(next)?.id);
    } else return;
    event.preventDefault();
  }

  return (
    <Modal
      aria-label="Find"
      onClose={onClose}
      className="mx-auto mt-2 mb-auto flex max-h-[calc(100dvh-16px)] w-[min(620px,100vw-16px)] flex-col overflow-hidden md:mt-[12dvh] md:max-h-[76dvh]"
    >
      <div className="flex items-center gap-2 border-b border-line py-1.5 pr-2 pl-4">
        <Search aria-hidden className="text-ink-2" />
        <input
          type="text"
          role="combobox"
          aria-label="Search workouts, screens and actions"
          aria-autocomplete="list"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={active && optionId(id, active)}
          placeholder="Workouts, screens and actions"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          data-autofocus
          className="min-h-11 min-w-0 flex-1 bg-transparent text-md outline-none placeholder:text-ink-2"
          value={query}
          onChange={({ target }) => {
            setQuery(target.value);
            setActiveId(undefined);
          }}
          onKeyDown={onKeyDown}
        />
        <IconButton label="Close" icon={<X aria-hidden />} onClick={onClose} />
      </div>
      {/* HTML has no element for the list of a combo box, in groups. */}
      {/* oxlint-disable jsx-a11y/prefer-tag-over-role */}
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Results"
        className="min-h-0 overflow-y-auto p-1.5 empty:hidden"
      >
        {groups.map(({ title, commands }) => (
          <div key={title} role="group" aria-labelledby={`${id}-${title}`}>
            <p id={`${id}-${title}`} className="px-2.5 pt-2 pb-1 text-xs text-ink-2">
              {title}
            </p>
            {commands.map((command) => (
              <Option
                key={command.id}
                id={optionId(id, command)}
                command={command}
                isActive={command === active}
                onPoint={() => setActiveId(command.id)}
                onChoose={() => run(command)}
              />
            ))}
          </div>
        ))}
      </div>
      {/* oxlint-enable jsx-a11y/prefer-tag-over-role */}
      <output
        className={
          status.isVisible ? 'block border-t border-line px-4 py-2.5 text-sm text-ink-2' : 'sr-only'
        }
      >
        {status.text}
      </output>
    </Modal>
  );
}

type OptionProps = {
  id: string;
  command: Command;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
};

function Option({ id, command, isActive, onPoint, onChoose }: OptionProps) {
  const { label, script, Icon, shortcut } = command;
  const row = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);

  return (
    // The field has the focus and the keys; this is for those who point.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      ref={row}
      id={id}
      // An option element would hold text alone.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="option"
      aria-selected={isActive}
      onPointerMove={onPoint}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className="flex min-h-(--control-h) cursor-pointer items-center gap-3 rounded-sm px-2.5 py-1.5 text-sm aria-selected:bg-surface-2 aria-selected:outline-2 aria-selected:outline-offset-[-2px] aria-selected:outline-ink"
    >
      <Icon aria-hidden className="text-ink-2" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{label}</span>
        {script && <span className="mono block truncate text-xs text-ink-2">{script}</span>}
      </span>
      {shortcut && (
        <ShortcutKeys keys={SHORTCUTS[shortcut].keys} className="flex-none max-md:hidden" />
      )}
    </div>
  );
}

function optionId(id: string, command: Command): string {
  return `${id}-${command.id}`;
}

type Group = { title: string; commands: Command[] };

/** The commands and workouts that match the query, the last used first, workouts in the server's order. */
function useResults(query: string, options: Parameters<typeof useCommands>[0]) {
  const navigate = useNavigate();
  const commands = useCommands(options);
  const [recent] = useState(readRecentCommands);
  const q = query.trim();
  // One request for a typed word, not one per letter.
  const debounced = useDebouncedValue(q);
  const search = useQuery(workoutSearchQuery(useCall(), debounced));
  const { failureReason: failure, isPending: isSearching } = search;
  const isOutdated = search.isPlaceholderData || debounced !== q;
  // Results of another query are shown only while this one may still succeed.
  const results = failure && isOutdated ? [] : (search.data?.workouts ?? []);
  const workouts = results.map((workout) => workoutCommand(workout, navigate));

  const matching = commands.filter((command) => rank(command, q) !== undefined);
  const recently = recent.flatMap(({ id, label }) => {
    const offered = [...commands, ...workouts].find((command) => command.id === id);
    if (offered || !id.startsWith(WORKOUT)) return offered ?? [];
    return workoutCommand({ id: id.slice(WORKOUT.length), title: label }, navigate);
  });
  const groups: Group[] = q
    ? byGroup([...matching.toSorted(bestFirst(q, recent)), ...workouts])
    : [
        { title: 'Recent', commands: recently },
        ...byGroup([...matching, ...workouts].filter((command) => !recently.includes(command))),
      ];
  const shown = groups.filter((group) => group.commands.length > 0);
  const found = shown.flatMap((group) => group.commands);

  return {
    groups: shown,
    options: found,
    isOutdated,
    status: getStatus({ q, found, isOutdated, isSearching, failure }),
  };
}

/** Groups in the order of their first commands. */
function byGroup(commands: Command[]): Group[] {
  return [...Map.groupBy(commands, ({ group }) => group)].map(([title, own]) => ({
    title,
    commands: own,
  }));
}

/** By match, then by last use. */
function bestFirst(q: string, recent: RecentCommand[]) {
  const ids = recent.map(({ id }) => id);
  const age = ({ id }: Command) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return (one: Command, other: Command) =>
    (rank(one, q) ?? 0) - (rank(other, q) ?? 0) || age(one) - age(other);
}

/** 0 if the label matches, 1 if its other words do. Every word of the query has to begin a word. */
function rank({ label, also = '' }: Command, q: string): 0 | 1 | undefined {
  const begins = (text: string) => {
    const words = text.toLowerCase().split(/[\s/]+/);
    const parts = q.toLowerCase().split(/\s+/);
    return parts.every((part) => words.some((word) => word.startsWith(part)));
  };
  if (begins(label)) return 0;
  return begins(`${label} ${also}`) ? 1 : undefined;
}

type Search = {
  q: string;
  found: Command[];
  isOutdated: boolean;
  isSearching: boolean;
  failure: Error | null;
};

/** Announced by screen readers; shown as well if the list alone does not say it. */
function getStatus({ q, found, isOutdated, isSearching, failure }: Search): {
  text: string;
  isVisible: boolean;
} {
  if (failure)
    return {
      text: 'Can’t search workouts right now. Check your connection. Screens and actions still work.',
      isVisible: true,
    };
  if (isOutdated || isSearching || !q) return { text: '', isVisible: false };
  if (found.length === 0)
    return {
      text: `No results for “${q}”. Try the first letters of a word.`,
      isVisible: true,
    };
  return { text: plural(found.length, 'result'), isVisible: false };
}

/** The commands used last on this device, the latest first. */
type RecentCommand = z.infer<typeof recentCommand>;

const MAX_COMMANDS = 6;

const recentCommand = z.object({ id: z.string(), label: z.string() });

const recentCommands = storedValue<RecentCommand[]>({
  // Removed with the local user, whose key it begins with: it contains titles of workouts.
  key: 'pacewright.user.recent',
  parse: (text) => z.parse(z.array(recentCommand), JSON.parse(text)),
  fallback: [],
});

const readRecentCommands = recentCommands.read;

function storeRecentCommand({ id, label }: RecentCommand): void {
  const others = readRecentCommands().filter((other) => other.id !== id);
  recentCommands.write([{ id, label }, ...others].slice(0, MAX_COMMANDS));
}
