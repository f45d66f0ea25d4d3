import type { SharedWorkout } from '@pacewright/delivery';
import { titleOf } from '@pacewright/script';
import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Note } from '../../ui/note.tsx';
import { forgetWorkout, type KeptWorkout, keepWorkout, readKept } from '../../visitor/kept.ts';
import { useVisitor } from '../../visitor/use-visitor.ts';
import { SaveButtons, type SaveNews, SaveNote } from './save-buttons.tsx';
import { Workbench } from './workbench.tsx';

/** A page to write workouts on without an account. What is written stays on this device. */
export function TryScreen() {
  const [opened, setOpened] = useState<Opened>(() => openWorkout(readKept().workouts[0]));
  const [removed, setRemoved] = useState<KeptWorkout>();

  return (
    <TryBench
      // Another workout has another editor, with a way back of its own.
      key={opened.page}
      opened={opened}
      shelf={{
        removed,
        onRemoved: setRemoved,
        onOpen: (next) => setOpened(openWorkout(next)),
      }}
    />
  );
}

/** A workout that is kept here, the example, or an empty page. */
type Opened = { page: string; id: string | undefined; workout: SharedWorkout };

const EXAMPLE: SharedWorkout = {
  title: 'Five by three',
  script: '15m E + 5x(3m I + 2m E) + 10m E',
};

const EMPTY: SharedWorkout = { title: '', script: '' };

function openWorkout(from: KeptWorkout | 'empty' | undefined): Opened {
  const page = crypto.randomUUID();
  if (from === 'empty') return { page, id: undefined, workout: EMPTY };
  if (!from) return { page, id: undefined, workout: EXAMPLE };
  const { id, ...workout } = from;
  return { page, id, workout };
}

type Shelf = {
  /** The one taken away last, which can be brought back. */
  removed: KeptWorkout | undefined;
  onRemoved: (workout: KeptWorkout | undefined) => void;
  onOpen: (workout: KeptWorkout | 'empty') => void;
};

function TryBench({ opened, shelf }: { opened: Opened; shelf: Shelf }) {
  const [workout, setWorkout] = useState(opened.workout);
  const [id, setId] = useState(opened.id);
  const [isKept, setIsKept] = useState(true);
  const [news, setNews] = useState<SaveNews>();
  const title = useRef<HTMLTextAreaElement>(null);

  // An empty page was asked for, to be written on.
  useEffect(() => {
    if (opened.workout === EMPTY) title.current?.focus();
  }, [opened]);

  function change(changed: SharedWorkout): void {
    const next = isExample(workout) && !isExample(changed) ? withoutItsName(changed) : changed;
    setWorkout(next);
    const result = keepWorkout(next, id);
    setId(result.id);
    setIsKept(result.isKept);
  }

  return (
    <Workbench
      titleRef={title}
      workout={workout}
      onChange={change}
      over="Try it, no account needed"
      under={isKept ? describe(workout, id) : ''}
      actions={
        <SaveButtons
          workout={workout}
          keptAs={id}
          onNews={(next) => {
            setNews(next);
            if (next?.kind === 'saved') setId(undefined);
          }}
        />
      }
      notes={
        <>
          <SaveNote news={news} />
          {!isKept && (
            <Note kind="warning" title="Your browser is blocking storage.">
              Create an account, or copy the link below, before you close the tab.
            </Note>
          )}
        </>
      }
      aside={<OnThisDevice current={id} {...shelf} />}
    />
  );
}

function isExample({ title, script }: SharedWorkout): boolean {
  return title === EXAMPLE.title && script === EXAMPLE.script;
}

/** Another script than the example's has a name of its own, or none yet. */
function withoutItsName(workout: SharedWorkout): SharedWorkout {
  return { ...workout, title: workout.title === EXAMPLE.title ? '' : workout.title };
}

function describe(workout: SharedWorkout, id: string | undefined): string {
  if (id) return 'Saved on this device';
  return workout === EXAMPLE ? 'An example. Write over it.' : '';
}

/** The workouts of someone without a library. */
function OnThisDevice({
  current,
  removed,
  onRemoved,
  onOpen,
}: Shelf & { current: string | undefined }) {
  const { workouts } = useVisitor().kept;

  function remove(workout: KeptWorkout): void {
    forgetWorkout(workout.id);
    onRemoved(workout);
    if (workout.id === current) onOpen(workouts.find(({ id }) => id !== current) ?? 'empty');
  }

  return (
    <Card
      edgeToEdge
      aria-labelledby="on-this-device"
      className="grid grid-cols-[minmax(0,1fr)] gap-3 px-4 py-5 md:px-5.5"
    >
      <h2 id="on-this-device" className="text-lg">
        On this device
      </h2>
      {workouts.length === 0 ? (
        <p className="text-[0.9375rem] text-ink-2">
          What you write is saved in this browser. Create an account to have it everywhere.
        </p>
      ) : (
        <ul className="-mx-2 grid grid-cols-[minmax(0,1fr)] gap-0.5">
          {workouts.map((workout) => (
            <li key={workout.id} className="flex items-center gap-1">
              <button
                type="button"
                aria-current={workout.id === current ? 'true' : undefined}
                onClick={() => onOpen(workout)}
                className={classNames(
                  'min-w-0 flex-1 rounded-md px-2 py-1.5 text-left hover:bg-surface-2',
                  workout.id === current && 'bg-surface-2',
                )}
              >
                <span className="block truncate font-[620]">{titleOf(workout)}</span>
                <span className="block truncate font-mono text-xs text-ink-2">
                  {workout.script}
                </span>
              </button>
              <IconButton
                small
                label={`Delete ${titleOf(workout)}`}
                icon={<Trash2 aria-hidden />}
                onClick={() => remove(workout)}
              />
            </li>
          ))}
        </ul>
      )}
      {removed && (
        <Note kind="info" title={`${titleOf(removed)} deleted.`}>
          <Button
            size="sm"
            onClick={() => {
              keepWorkout(removed);
              onRemoved(undefined);
            }}
          >
            Undo
          </Button>
        </Note>
      )}
      <Button wide icon={<Plus aria-hidden />} onClick={() => onOpen('empty')}>
        New workout
      </Button>
    </Card>
  );
}
