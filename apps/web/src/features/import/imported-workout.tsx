import type { Cut, ImportedWorkout } from '@pacewright/import';
import {
  formatLength,
  LENGTH_UNITS,
  readScript,
  type ResolvedWorkout,
  resolveWorkout,
} from '@pacewright/script';
import { Ellipsis, Merge, Pencil, Scissors, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { formatShortDay } from '../../platform/days/days.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ScriptText } from '../../workout/editor/script-text.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import type { PaceContext } from '../../workout/pace-context.ts';
import { AtLeastPrefix } from '../../workout/view/at-least-prefix.tsx';
import { formatMinutes } from '../../workout/view/format-minutes.ts';
import { MiniChart } from '../../workout/view/mini-profile.tsx';
import { titleOnCalendar } from './import-days.ts';
import { type AskedQuestion, isNone } from './asked-questions.ts';
import { EditForm, type WorkoutEdit } from './edit-form.tsx';
import { SplitChoice, listSplits } from './corrections.tsx';
import { ImportQuestion } from './import-question.tsx';

type ImportedWorkoutRowProps = {
  workout: ImportedWorkout;
  day: string | undefined;
  /** The reason why it is not ticked. */
  remark: string | undefined;
  isChosen: boolean;
  /** Its question, unless it has none or another workout asks it. */
  asked: AskedQuestion | undefined;
  /** The pasted text, whose workouts can be split and joined. */
  text: string | undefined;
  /** The title of the workout above it in that text. */
  above: string | undefined;
  today: string;
  paceContext: PaceContext;
  onCut: (cut: Cut) => void;
  onChoose: (isChosen: boolean) => void;
  onAnswer: (at: number) => void;
  onEdit: (edit: WorkoutEdit) => void;
};

/** A workout that was found, with its losses and questions. */
export function ImportedWorkoutRow({
  workout,
  day,
  remark,
  isChosen,
  asked,
  text,
  above,
  today,
  paceContext,
  onCut,
  onChoose,
  onAnswer,
  onEdit,
}: ImportedWorkoutRowProps) {
  const { title, script, notes, losses } = workout;
  const { speeds, units } = paceContext;
  const remarkId = useId();
  const resolved = resolveWorkout(readScript(script, { speeds }).workout, speeds);
  const isText = workout.isUnclear === true && !isChosen;
  const [isEditing, setIsEditing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isEditing) field.current?.focus();
  }, [isEditing]);
  const [isSplitting, setIsSplitting] = useState(false);
  // What no answer settles takes a line from the athlete.
  const isUnread = isChosen && workout.question?.answers.length === 0;

  const shownTitle = day === undefined ? title : titleOnCalendar(workout);
  return (
    <li className="grid grid-cols-[24px_minmax(0,1fr)] gap-x-3 gap-y-2 px-(--gutter) py-3.5 md:grid-cols-[24px_110px_minmax(0,1fr)] md:gap-x-4 md:px-5.5">
      <Checkbox
        label={<span className="sr-only">Add {shownTitle}</span>}
        className="self-start"
        aria-describedby={remark === undefined ? undefined : remarkId}
        checked={isChosen}
        onChange={({ target }) => onChoose(target.checked)}
      />
      {!isText && <MiniChart resolved={resolved} width={110} height={36} />}
      <div className="col-start-2 min-w-0 md:col-start-3">
        <div className="flex flex-wrap items-baseline gap-x-2.5">
          {day !== undefined && (
            <span className="font-semibold text-ink-2">{formatShortDay(day, today)}</span>
          )}
          <h3 className="min-w-0 text-md break-words">{shownTitle}</h3>
          <span className="ml-auto flex items-center gap-1.5">
            {!isText && <Totals totals={resolved.totals} units={units} />}
            {!isEditing && !isUnread && (
              <WorkoutMenu
                {...{ workout, shownTitle, text, above, isChosen, onCut }}
                onEdit={() => setIsEditing(true)}
                onLeaveOut={() => onChoose(false)}
                onSplit={() => setIsSplitting(true)}
              />
            )}
          </span>
        </div>
        {remark !== undefined && (
          <p id={remarkId} className="text-sm font-semibold text-ink-2">
            {remark}
          </p>
        )}
        {isEditing || isUnread ? (
          <EditForm
            // What was answered meanwhile is what is edited.
            key={script}
            {...{ workout, day, shownTitle, isUnread }}
            script={field}
            onSave={(edit) => {
              setIsEditing(false);
              onEdit(edit);
            }}
            onCancel={() => setIsEditing(false)}
          />
        ) : isText ? (
          script !== title && <p className="mt-1 break-words whitespace-pre-wrap">{script}</p>
        ) : (
          <p className="mt-1 break-words whitespace-pre-wrap">
            <ScriptText script={script} />
          </p>
        )}
        {notes !== '' && !isEditing && !isUnread && (
          <p className="mt-1 text-sm break-words whitespace-pre-wrap text-ink-2">Notes: {notes}</p>
        )}
        {losses.length > 0 && <Losses losses={losses} />}
        {isSplitting && text !== undefined && (
          <SplitChoice
            {...{ workout, text }}
            onSplit={(at) => {
              setIsSplitting(false);
              onCut({ kind: 'split', at });
            }}
            onCancel={() => setIsSplitting(false)}
          />
        )}
        {isChosen && asked && asked.answers.length > 0 && (
          <ImportQuestion
            {...{ asked, script, paceContext }}
            onAnswer={(at) => {
              if (isNone(asked.answers[at])) setIsEditing(true);
              onAnswer(at);
            }}
          />
        )}
      </div>
    </li>
  );
}

type TotalsProps = { totals: ResolvedWorkout['totals']; units: PaceContext['units'] };

function Totals({ totals: { time, distance }, units }: TotalsProps) {
  return (
    <span className="fig text-sm text-ink-2">
      <AtLeastPrefix of={time} />
      {formatMinutes(time.seconds)} · {formatLength(distance.metres, units)} {LENGTH_UNITS[units]}
    </span>
  );
}

function Losses({ losses }: Pick<ImportedWorkout, 'losses'>) {
  return (
    <ul aria-label="What we changed" className="mt-2 text-sm break-words">
      {losses.map(({ what, instead }, index) => (
        <li key={index}>
          <s>{what}</s>: {instead}
        </li>
      ))}
    </ul>
  );
}

type WorkoutMenuProps = Pick<
  ImportedWorkoutRowProps,
  'workout' | 'text' | 'above' | 'isChosen' | 'onCut'
> & {
  shownTitle: string;
  onEdit: () => void;
  onLeaveOut: () => void;
  onSplit: () => void;
};

function WorkoutMenu({
  workout,
  shownTitle,
  text,
  above,
  isChosen,
  onCut,
  onEdit,
  onLeaveOut,
  onSplit,
}: WorkoutMenuProps) {
  const place = text === undefined ? undefined : workout.place;
  return (
    <Menu
      label={shownTitle}
      trigger={
        <IconButton
          small
          label={`More actions for ${shownTitle}`}
          icon={<Ellipsis aria-hidden className="size-4" />}
          className="-my-1 -mr-1.5"
        />
      }
    >
      <MenuItem icon={<Pencil aria-hidden />} onClick={onEdit}>
        Edit
      </MenuItem>
      {isChosen && (
        <MenuItem icon={<Trash2 aria-hidden />} onClick={onLeaveOut}>
          Leave out
        </MenuItem>
      )}
      {text !== undefined && listSplits(text, workout).length > 0 && (
        <MenuItem icon={<Scissors aria-hidden />} onClick={onSplit}>
          Split into two…
        </MenuItem>
      )}
      {place && above !== undefined && (
        <MenuItem
          icon={<Merge aria-hidden />}
          onClick={() => onCut({ kind: 'join', at: place.from })}
        >
          Join with {above}
        </MenuItem>
      )}
    </Menu>
  );
}
