import { plural } from '@pacewright/pace';
import {
  formatLength,
  LENGTH_UNITS,
  readScript,
  resolveWorkout,
  suggestTitle,
} from '@pacewright/script';
import { ChevronDown } from 'lucide-react';
import {
  type KeyboardEvent,
  type RefObject,
  useDeferredValue,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useNavigate } from 'react-router';
import { addDays, formatShortDay } from '../../platform/days/days.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { readingOf } from '../../platform/pasted-text.ts';
import { Button } from '../../ui/button.tsx';
import type { PaceContext } from '../../workout/pace-context.ts';
import { ScriptText } from '../../workout/editor/script-text.tsx';
import { ChoiceQuestion } from '../../workout/paste/choice-question.tsx';
import { formatMinutes } from '../../workout/view/format-minutes.ts';
import { AtLeastPrefix } from '../../workout/view/at-least-prefix.tsx';
import { MiniChart } from '../../workout/view/mini-profile.tsx';
import { readInFull, useReading } from '../../workout/use-reading.ts';
import { RaceResultLine } from '../../workout/view/race-result-line.tsx';
import { readLine } from './read-line.ts';
import type { LineDraft } from './line-draft.ts';
import { type Line, useAddLine } from './use-add-line.ts';

const DAYS = Array.from({ length: 14 }, (_, ahead) => ahead);
/** Longer texts are read on their own page. */
const MAX_LINE = 1500;

type WriteBoxProps = {
  paceContext: PaceContext;
  id?: string;
  /** The day of a line that names none, and the first that a weekday can mean. Today if it is missing. */
  from?: string | undefined;
};

/** A line is a workout on a day. Several lines, or a longer text, open the reading. */
export function WriteBox({ paceContext, id, from }: WriteBoxProps) {
  const today = useToday();
  const first = from ?? today;
  const navigate = useNavigate();
  const { add: addLine, waiting = [], takeBack } = useAddLine(today);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<{ first: string; day: string }>();
  /** The script of an answer to the question about the text. */
  const [answer, setAnswer] = useState<{ text: string; script: string }>();
  const field = useRef<HTMLTextAreaElement>(null);
  const helpId = useId();
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const isLong = lines.length > 1 || text.length > MAX_LINE;
  // Reading waits while someone types.
  const read = useDeferredValue(text);
  const readWritten = useReading(readLine);
  const written = isLong || read === '' ? undefined : readWritten(read, today, first);
  // A day that was chosen for another week is forgotten with it.
  const chosenDay = chosen?.first === first ? chosen.day : first;
  const day = written?.day ?? chosenDay;
  const script = answer && answer.text === read ? answer.script : written?.script;

  useSlashKey(field);

  function openReading(pasted: string): void {
    const { to, options } = readingOf(pasted);
    void navigate(to, options);
  }

  async function add(): Promise<void> {
    if (isLong) return openReading(text);
    await readInFull();
    // The latest text, also if it was not read yet.
    const now = readLine(text, today, first);
    if (!now) return text.trim() === '' ? undefined : openReading(text);
    const own = answer && answer.text === text ? answer.script : now.script;
    const title = suggestTitle(readScript(own).workout);
    const line: Line = { line: text, title, script: own, day: now.day ?? chosenDay };
    setText('');
    setAnswer(undefined);
    // What was written since stays after it.
    if (!(await addLine(line))) setText((since) => [text, since].filter(Boolean).join('\n'));
  }

  return (
    <section
      aria-label="Write or paste"
      className="mb-6 rounded-md border border-line-strong bg-surface focus-within:border-ink focus-within:inset-ring focus-within:inset-ring-ink"
    >
      <div className="flex flex-wrap items-start gap-2 p-2 md:flex-nowrap">
        <DaySelect
          {...{ day, first, today }}
          onChoose={(chose) => setChosen({ first, day: chose })}
        />
        <LineField
          ref={field}
          {...{ id, text, helpId }}
          onEnter={() => void add()}
          onChange={setText}
          onPaste={openReading}
        />
        {text === '' && (
          <kbd
            aria-hidden
            className="mono m-1.5 rounded-sm border border-line-strong px-2 py-0.5 text-sm text-ink-2 max-md:hidden pointer-coarse:hidden"
          >
            /
          </kbd>
        )}
        {text.trim() !== '' && (
          <Button variant="primary" className="max-md:ml-auto" onClick={() => void add()}>
            {isLong || !written
              ? 'Read it'
              : `Add to ${day === today ? 'today' : formatShortDay(day, today)}`}
          </Button>
        )}
      </div>
      {isLong && (
        <p className="border-t border-line px-4 py-2.5 text-sm text-ink-2">
          {plural(lines.length, 'line')}. Nothing is on the calendar yet.
        </p>
      )}
      {written && script !== undefined && (
        <Preview
          {...{ script, paceContext }}
          question={written.question}
          onAnswer={(answered) => setAnswer({ text: read, script: answered })}
        />
      )}
      <WaitingLines
        lines={waiting}
        today={today}
        onEdit={(one) => {
          void takeBack(one);
          setText((before) => [before, one.line].filter(Boolean).join('\n'));
          setChosen({ first, day: one.day });
          field.current?.focus();
        }}
      />
      <p id={helpId} className="sr-only">
        Enter adds the run. Shift Enter starts a new line, and several lines are read as a week.
      </p>
    </section>
  );
}

/** "/" goes to the field, from anywhere but another field. */
function useSlashKey(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement &&
        event.target.closest('input, textarea, select, [contenteditable], dialog') !== null;
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, [field]);
}

type LineFieldProps = {
  text: string;
  id: string | undefined;
  helpId: string;
  onEnter: () => void;
  onChange: (text: string) => void;
  /** Several lines, into the empty field. */
  onPaste: (text: string) => void;
  ref: RefObject<HTMLTextAreaElement | null>;
};

function LineField({ text, id, helpId, onEnter, onChange, onPaste, ref }: LineFieldProps) {
  function press(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      onEnter();
    } else if (event.key === 'Escape') {
      if (text === '') event.currentTarget.blur();
      onChange('');
    }
  }

  return (
    <textarea
      {...{ ref, id }}
      aria-label="Write a run, or paste your week"
      aria-describedby={helpId}
      placeholder="Write a run, or paste your week"
      rows={Math.min(8, Math.max(1, text.split('\n').length))}
      className="min-h-10 min-w-0 flex-1 resize-none bg-transparent px-2 py-1.5 text-lg outline-none max-md:order-last max-md:basis-full"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="done"
      value={text}
      onKeyDown={press}
      onPaste={(event) => {
        const pasted = event.clipboardData.getData('text/plain');
        if (text.trim() !== '' || !/\S\s*\n\s*\S/.test(pasted)) return;
        event.preventDefault();
        onPaste(pasted);
      }}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

type DaySelectProps = {
  day: string;
  first: string;
  today: string;
  onChoose: (day: string) => void;
};

/** Two weeks from the first day, and the chosen day. */
function DaySelect({ day, first, today, onChoose }: DaySelectProps) {
  return (
    <div className="relative">
      <select
        aria-label="Day"
        className="h-10 appearance-none rounded-sm bg-surface-2 pr-9 pl-3 text-sm font-semibold pointer-coarse:h-11"
        value={day}
        onChange={({ target }) => onChoose(target.value)}
      >
        {[...new Set([...DAYS.map((ahead) => addDays(first, ahead)), day])].sort().map((one) => (
          <option key={one} value={one}>
            {one === today ? `Today, ${formatShortDay(one, today)}` : formatShortDay(one, today)}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-ink-3"
      />
    </div>
  );
}

type WaitingLinesProps = {
  lines: LineDraft[];
  today: string;
  onEdit: (line: LineDraft) => void;
};

/** Lines that were added without the network. */
function WaitingLines({ lines, today, onEdit }: WaitingLinesProps) {
  return (
    <output className="block">
      {lines.length > 0 && (
        <div className="border-t border-line px-4 py-2.5 text-sm">
          <p>
            {lines.some(({ sendsLater }) => sendsLater)
              ? 'Can’t reach Pacewright right now. Saved on this device, and added to your calendar when you’re back online:'
              : 'Saved on this device, but not on your calendar:'}
          </p>
          <ul>
            {lines.map((one) => (
              <li key={one.key} className="flex items-center gap-2">
                <span className="min-w-0 wrap-anywhere">
                  {formatShortDay(one.day, today)}: {one.title}
                </span>
                <Button size="sm" variant="quiet" onClick={() => onEdit(one)}>
                  Edit<span className="sr-only"> {one.title}</span>
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </output>
  );
}

type PreviewProps = {
  script: string;
  paceContext: PaceContext;
  question: NonNullable<ReturnType<typeof readLine>>['question'];
  onAnswer: (script: string) => void;
};

function Preview({ script, paceContext, question, onAnswer }: PreviewProps) {
  const { speeds, units } = paceContext;
  const reading = useReading(readScript)(script, { speeds });
  const resolved = resolveWorkout(reading.workout, speeds);
  const { time, distance } = resolved.totals;
  return (
    <div className="border-t border-line px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <MiniChart resolved={resolved} width={132} height={44} />
        <p className="min-w-0 flex-1 break-words max-md:order-last max-md:basis-full">
          <ScriptText script={script} />
        </p>
        <p className="fig text-sm text-ink-2" aria-live="polite">
          <AtLeastPrefix of={time} />
          {formatMinutes(time.seconds)} · <AtLeastPrefix of={distance} />
          {formatLength(distance.metres, units)} {LENGTH_UNITS[units]}
        </p>
      </div>
      <RaceResultLine reading={reading} className="mt-2 text-sm" />
      {question && (
        <ChoiceQuestion
          text={question.text}
          times={1}
          choices={question.answers.map(({ label }) => label)}
          chosen={question.answers.findIndex((one) => one.script === script)}
          onChoose={(at) => onAnswer(question.answers[at]?.script ?? script)}
        />
      )}
    </div>
  );
}
