import type { SharedWorkout } from '@pacewright/delivery';
import { plural } from '@pacewright/pace';
import { titleOf } from '@pacewright/script';
import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Alert } from '../../ui/alert.tsx';
import type { PastedSession } from '@pacewright/import/sessions';
import {
  deleteVisitorWorkout,
  type VisitorWorkout,
  saveVisitorWorkout,
  getVisitorData,
} from '../../visitor/visitor-store.ts';
import { useVisitor } from '../../visitor/use-visitor.ts';
import { SaveButtons, type SaveOutcome, SaveAlert } from './save-buttons.tsx';
import { VisitorWorkoutEditor, type VisitorWorkoutEditorProps } from './visitor-workout-editor.tsx';

type Parts = Pick<VisitorWorkoutEditorProps, 'HelpDialog' | 'RunCard'>;

/** A page to write workouts without an account. They are stored on this device. */
export function TryScreen({ HelpDialog, RunCard }: Parts) {
  const [opened, setOpened] = useState<Opened>(() => openWorkout(getVisitorData().workouts[0]));
  const [removed, setRemoved] = useState<VisitorWorkout>();

  return (
    <TryEditor
      // Another workout gets a new editor, with its own undo history.
      key={opened.page}
      opened={opened}
      HelpDialog={HelpDialog}
      RunCard={RunCard}
      list={{
        removed,
        onRemoved: setRemoved,
        onOpen: (next) => setOpened(openWorkout(next)),
      }}
    />
  );
}

/** A stored workout, the example, or an empty one. */
type Opened = { page: string; id: string | undefined; workout: SharedWorkout };

const EXAMPLE: SharedWorkout = {
  title: 'Five by three',
  script: '15m E + 5x(3m I + 2m E) + 10m E',
};

const EMPTY: SharedWorkout = { title: '', script: '' };

function openWorkout(from: VisitorWorkout | 'empty' | undefined): Opened {
  const page = crypto.randomUUID();
  if (from === 'empty') return { page, id: undefined, workout: EMPTY };
  if (!from) return { page, id: undefined, workout: EXAMPLE };
  const { id, ...workout } = from;
  return { page, id, workout };
}

type WorkoutListProps = {
  /** The last deleted workout, which can be restored. */
  removed: VisitorWorkout | undefined;
  onRemoved: (workout: VisitorWorkout | undefined) => void;
  onOpen: (workout: VisitorWorkout | 'empty') => void;
};

type TryEditorProps = Parts & {
  opened: Opened;
  list: WorkoutListProps;
};

function TryEditor({ opened, HelpDialog, RunCard, list }: TryEditorProps) {
  const [workout, setWorkout] = useState(opened.workout);
  const [id, setId] = useState(opened.id);
  const [isStored, setIsStored] = useState(true);
  const [outcome, setOutcome] = useState<SaveOutcome>();
  /** How many sessions of a pasted text were added. */
  const [added, setAdded] = useState(0);
  const title = useRef<HTMLTextAreaElement>(null);

  // An empty workout was requested, so the title gets the focus.
  useEffect(() => {
    if (opened.workout === EMPTY) title.current?.focus();
  }, [opened]);

  function change(changed: SharedWorkout): void {
    const next = isExample(workout) && !isExample(changed) ? withoutExampleTitle(changed) : changed;
    setWorkout(next);
    const result = saveVisitorWorkout(next, id);
    setId(result.id);
    setIsStored(result.isStored);
  }

  async function addSession(session: PastedSession): Promise<void> {
    const saved = saveVisitorWorkout(session);
    if (!saved.isStored) {
      // The dialog still offers it, so it must not be in this tab's list as well.
      if (saved.id !== undefined) deleteVisitorWorkout(saved.id);
      throw new Error('Your browser is blocking storage.');
    }
    setAdded((count) => count + 1);
  }

  return (
    <VisitorWorkoutEditor
      titleRef={title}
      HelpDialog={HelpDialog}
      RunCard={RunCard}
      workout={workout}
      onChange={change}
      onAddSession={addSession}
      over="Try it, no account needed"
      under={isStored ? describe(workout, id) : ''}
      actions={
        <SaveButtons
          workout={workout}
          storedId={id}
          onOutcome={(next) => {
            setOutcome(next);
            if (next?.kind === 'saved') setId(undefined);
          }}
        />
      }
      alerts={
        <>
          <SaveAlert outcome={outcome} />
          {added > 0 && (
            <Alert kind="success" title={`${plural(added, 'workout')} added.`}>
              See “On this device”.
            </Alert>
          )}
          {!isStored && (
            <Alert kind="warning" title="Your browser is blocking storage.">
              Create an account, or copy the link below, before you close the tab.
            </Alert>
          )}
        </>
      }
      aside={<VisitorWorkoutList current={id} {...list} />}
    />
  );
}

function isExample({ title, script }: SharedWorkout): boolean {
  return title === EXAMPLE.title && script === EXAMPLE.script;
}

/** A script other than the example's gets its own title, or none yet. */
function withoutExampleTitle(workout: SharedWorkout): SharedWorkout {
  return { ...workout, title: workout.title === EXAMPLE.title ? '' : workout.title };
}

function describe(workout: SharedWorkout, id: string | undefined): string {
  if (id) return 'Saved on this device';
  return workout === EXAMPLE ? 'An example. Edit or replace it.' : '';
}

/** The workouts stored on this device. */
function VisitorWorkoutList({
  current,
  removed,
  onRemoved,
  onOpen,
}: WorkoutListProps & { current: string | undefined }) {
  const { workouts } = useVisitor().data;

  function remove(workout: VisitorWorkout): void {
    deleteVisitorWorkout(workout.id);
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
        <p className="text-sm text-ink-2">
          What you write is saved in this browser. Create an account to use it on all your devices.
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
                <span className="block truncate font-semibold">{titleOf(workout)}</span>
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
        <Alert kind="info" title={`${titleOf(removed)} deleted.`}>
          <Button
            size="sm"
            onClick={() => {
              saveVisitorWorkout(removed);
              onRemoved(undefined);
            }}
          >
            Undo
          </Button>
        </Alert>
      )}
      <Button wide icon={<Plus aria-hidden />} onClick={() => onOpen('empty')}>
        New workout
      </Button>
    </Card>
  );
}
