import { singleKeysEnabled } from '../../platform/shortcuts/single-keys.ts';
import type { Builder } from './builder.ts';
import { isPaceKey } from './step-changes.ts';

export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'timeStamp'
>;

type KeyTarget = {
  builder: Builder;
  /** The focused block, chosen or not. */
  at: number;
  /** Goes to the text of a block. */
  onActivate: (index: number) => void;
};

/** "G" begins a shortcut of two keys, whose second key is not for the chart. */
const SEQUENCE_MS = 1500;

/** The keys of the chart. Each returns whether the key was one of them. */
export function createKeys() {
  let sequenceStart = -Infinity;

  return (event: KeyPress, { builder, at, onActivate }: KeyTarget): boolean => {
    const { key, shiftKey, altKey, timeStamp } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    const isInSequence = timeStamp - sequenceStart < SEQUENCE_MS;
    sequenceStart = key === 'g' && !isCommand ? timeStamp : -Infinity;

    if (isCommand || altKey) return pressWithModifier(event, builder);
    if (pressNamed(key, shiftKey, { builder, at, onActivate })) return true;
    return !isInSequence && singleKeysEnabled() && pressSingle(key, builder);
  };
}

function pressWithModifier(event: KeyPress, builder: Builder): boolean {
  const { key, altKey, shiftKey } = event;
  if (altKey && (key === 'ArrowLeft' || key === 'ArrowRight')) {
    builder.moveBy(key === 'ArrowLeft' ? -1 : 1);
    return true;
  }
  if (altKey) return false;
  const letter = key.toLowerCase();
  if (letter === 'z' && !shiftKey) builder.undo();
  else if (letter === 'y' || letter === 'z') builder.redo();
  else return false;
  return true;
}

function pressNamed(key: string, extend: boolean, { builder, at, onActivate }: KeyTarget): boolean {
  const { chosen } = builder.getState();
  switch (key) {
    case 'ArrowLeft':
      builder.choose(at - 1, { extend });
      return true;
    case 'ArrowRight':
      builder.choose(at + 1, { extend });
      return true;
    case 'ArrowUp':
    case 'ArrowDown':
      if (chosen) builder.shiftPace(key === 'ArrowUp' ? 1 : -1);
      else builder.choose(at);
      return true;
    case 'Home':
      builder.choose(0, { extend });
      return true;
    case 'End':
      builder.choose(Infinity, { extend });
      return true;
    case ' ':
      builder.choose(at);
      return true;
    case 'Delete':
    case 'Backspace':
      builder.remove();
      return chosen !== undefined;
    case 'Enter':
      onActivate(at);
      return true;
    case 'Escape':
      if (!chosen) return false;
      builder.release();
      builder.say('Nothing selected');
      return true;
    default:
      return false;
  }
}

function pressSingle(key: string, builder: Builder): boolean {
  const { chosen } = builder.getState();
  const pace = key.toUpperCase();
  if (isPaceKey(pace)) {
    if (chosen) builder.setPace(pace);
    else builder.add(pace);
    return true;
  }
  if (!chosen) return false;
  if (/^\d$/.test(key)) {
    if (builder.chosenSteps().length !== 1) return false;
    builder.set({ typed: key });
    return true;
  }
  switch (key) {
    case '+':
    case '=':
      builder.nudge(1);
      return true;
    case '-':
      builder.nudge(-1);
      return true;
    case 'x':
      builder.repeat(1);
      return true;
    case 'X':
      builder.repeat(-1);
      return true;
    case 'd':
    case 'D':
      builder.duplicate();
      return true;
    case 'o':
    case 'O':
      builder.splitOff();
      return true;
    default:
      return false;
  }
}
