import { formatRaceTime, plural, raceName, type RaceResult } from '@pacewright/pace';
import { memo, useDeferredValue, useId, useMemo, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { useVisitor } from '../../visitor/use-visitor.ts';
import { ChoiceQuestion } from '../../workout/paste/choice-question.tsx';
import { readOnce } from '../../workout/read-once.ts';
import { useReading } from '../../workout/use-reading.ts';
import { MAX_GROUPS } from './groups.ts';
import {
  keyOfName,
  listRunners,
  MAX_RUNNERS,
  MAX_RUNNERS_TEXT,
  readRunners,
  type Runner,
  type RunnerLine,
} from './read-runners.ts';
import { buildSheet, groupCountOf, type SheetRow } from './sheet.ts';
import { describeRace } from './sheet-table.tsx';
import { addRunners, readTyped, type Squad, storeTyped } from './squad-store.ts';

type AddRunnersDialogProps = {
  script: string;
  squad: Squad;
  onAdd: (runners: Runner[]) => void;
  onClose: () => void;
};

/** By line: a race that was chosen, or a group. Another line with the same text has the same answer. */
type Answers = Record<string, { race?: number; group?: number }>;

/** A list of runners, pasted or typed, and what we read of it. */
export function AddRunnersDialog({ script, squad, onAdd, onClose }: AddRunnersDialogProps) {
  const id = useId();
  const [text, setText] = useState(readTyped);
  const shown = useDeferredValue(text);
  const [answers, setAnswers] = useState<Answers>({});
  const [limit, setLimit] = useState(ROWS_AT_ONCE);

  const lines = useMemo(() => readRunners(shown), [shown]);
  const listed = useMemo(() => listRunners(lines), [lines]);
  const added = useMemo(() => listed.map((line) => answer(line, answers)), [listed, answers]);
  const { all, count, sheet, rows } = useSheet(script, squad, added);
  // A question at the end of a long list would not be seen.
  const asked = [...listed.keys()].sort(
    (a, b) => Number(!listed[a]?.question) - Number(!listed[b]?.question),
  );
  const others = lines.flatMap((line) => (line.kind === 'other' ? [line.text] : []));
  const written = useMemo(
    () => shown.split(/\r\n?|\n/).filter((line) => line.trim() !== '').length,
    [shown],
  );
  const total = Math.max(all.length, squad.runners.length + written - lines.length + added.length);
  const isTooMany = total > MAX_RUNNERS || text.length > MAX_RUNNERS_TEXT;

  function change(next: string): void {
    setText(next);
    storeTyped(next);
  }

  function add(): void {
    if (added.length === 0 || isTooMany) return;
    storeTyped('');
    onAdd(added);
  }

  return (
    <Dialog
      wide
      title="Add runners"
      onClose={onClose}
      actions={
        <Actions
          count={added.length}
          canAdd={added.length > 0 && !isTooMany}
          onAdd={add}
          onClose={onClose}
        />
      }
    >
      <TextAreaField
        className="squad-text"
        label="Paste or type"
        hint="One line per runner: name, time and distance, in any order."
        placeholder={'Amara Okafor 17:12 5k\nChiara Russo, 10 km, 37:20'}
        data-autofocus
        rows={5}
        spellCheck={false}
        value={text}
        onChange={({ target }) => change(target.value)}
      />
      {isTooMany && (
        <Alert kind="error">
          A sheet can have up to {MAX_RUNNERS} runners. You have {total}.
        </Alert>
      )}
      <ul aria-label="Runners we read" className="squad-read">
        {asked.slice(0, limit).map((index) => {
          const line = listed[index];
          const runner = added[index];
          if (!line || !runner) return null;
          return (
            <ReadRow
              key={keyOfName(runner.name)}
              id={id}
              line={line}
              runner={runner}
              before={squad.runners.find((each) => keyOfName(each.name) === keyOfName(runner.name))}
              row={rows.get(keyOfName(runner.name))}
              main={sheet.main}
              column={sheet.columns[sheet.main]?.name ?? ''}
              groups={Math.min(MAX_GROUPS, count)}
              onAnswer={setAnswers}
            />
          );
        })}
      </ul>
      {listed.length > limit && (
        <Button size="sm" className="justify-self-start" onClick={() => setLimit(Infinity)}>
          Show all {listed.length}
        </Button>
      )}
      {others.length > 0 && (
        <p className="text-sm text-ink-2">
          Not read as runners: {others.map((line) => `“${line}”`).join(', ')}
        </p>
      )}
    </Dialog>
  );
}

type ActionsProps = { count: number; canAdd: boolean; onAdd: () => void; onClose: () => void };

function Actions({ count, canAdd, onAdd, onClose }: ActionsProps) {
  return (
    <>
      <p className="squad-promise">
        Names and races stay on this device and in the link you share.
      </p>
      <Button onClick={onClose}>Cancel</Button>
      <Button variant="primary" aria-disabled={!canAdd || undefined} onClick={onAdd}>
        {count === 0 ? 'Add runners' : `Add ${plural(count, 'runner')}`}
      </Button>
    </>
  );
}

/** The sheet with those who are added, and their rows. */
function useSheet(script: string, squad: Squad, added: ReturnType<typeof answer>[]) {
  const { units } = useVisitor().paces;
  const { workout } = useReading(readOnce)(script, undefined);
  const all = useMemo(() => addRunners(squad.runners, added), [squad.runners, added]);
  const count = useMemo(
    () => groupCountOf({ runners: all, groups: squad.groups }),
    [all, squad.groups],
  );
  const { sheet, rows } = useMemo(() => {
    const built = buildSheet(workout, all, { groups: count, sort: 'name', units, format: 'pace' });
    const own = built.groups.flatMap((group) => group.rows);
    return {
      sheet: built,
      rows: new Map(own.map((row) => [keyOfName(row.runner.name), row])),
    };
  }, [workout, all, count, units]);
  return { all, count, sheet, rows };
}

/** More than most squads. Each may be a question with a button for each group. */
const ROWS_AT_ONCE = 40;

type RunnerRow = RunnerLine & { kind: 'runner' };

function answer({ text, runner, question }: RunnerRow, answers: Answers): Runner {
  const { race, group } = answers[text] ?? {};
  if (question?.kind === 'race') return { ...runner, race: question.choices[race ?? 0] };
  return group === undefined ? runner : { ...runner, group };
}

type ReadRowProps = {
  id: string;
  line: RunnerRow;
  runner: Runner;
  /** As they are in the squad already. */
  before: Runner | undefined;
  row: SheetRow | undefined;
  main: number;
  column: string;
  groups: number;
  onAnswer: (change: (answers: Answers) => Answers) => void;
};

const ReadRow = memo(
  function ReadRow({ line, runner, before, row, main, column, groups, onAnswer }: ReadRowProps) {
    const { text, question } = line;
    const choose = (chosen: Answers[string]) =>
      onAnswer((answers) => ({ ...answers, [text]: { ...answers[text], ...chosen } }));
    const isChanged = before?.race && runner.race && describeRace(before) !== describeRace(runner);

    return (
      <li>
        <span className="squad-read-name">
          <b>{runner.name}</b>
          <small className="fig">
            {describeRace(runner)}, group {row?.group}
            {isChanged && `, was ${describeRace(before)}`}
          </small>
        </span>
        {row?.cells[main] && (
          <span className="squad-read-figure fig">
            <b>{row.cells[main]}</b>
            <small>{column}</small>
          </span>
        )}
        {question && (
          <div className="squad-read-question">
            {question.kind === 'race' ? (
              <ChoiceQuestion
                text={`Which race of ${runner.name}?`}
                times={1}
                choices={question.choices.map(nameRace)}
                chosen={question.choices.findIndex((race) => race === runner.race)}
                onChoose={(race) => choose({ race })}
              />
            ) : groups === 1 ? (
              <p>{question.reason}.</p>
            ) : (
              <ChoiceQuestion
                text={`${question.reason}. Which group?`}
                times={1}
                choices={Array.from({ length: groups }, (_, index) => String(index + 1))}
                chosen={(row?.group ?? groups) - 1}
                onChoose={(index) => choose({ group: index + 1 })}
              />
            )}
          </div>
        )}
      </li>
    );
  },
  (one, other) => {
    const { onAnswer, ...rest } = one;
    const { onAnswer: same, ...others } = other;
    return onAnswer === same && JSON.stringify(rest) === JSON.stringify(others);
  },
);

function nameRace({ distance, timeInSeconds }: RaceResult): string {
  return `${raceName(distance)} in ${formatRaceTime(timeInSeconds)}`;
}
