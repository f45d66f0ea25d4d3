import { CALENDAR, type Shortcut } from './shortcuts.ts';

const CHART = 'Workout chart';
const TRACK = 'Track mode';
const READING = 'Checking a pasted text';

/**
 * The keys of a part that has the focus, for the list of shortcuts. Apart from the others, which every screen
 * loads.
 */
export const PART_SHORTCUTS = {
  nextStep: { group: CHART, keys: ['ArrowLeft', 'ArrowRight'], does: 'Previous, next step' },
  firstStep: { group: CHART, keys: ['Home', 'End'], does: 'First step, last step' },
  stepText: { group: CHART, keys: ['Enter'], does: 'Go to the step in the text' },
  // Handled by workout/build/keys.ts, where the chart can be edited.
  chooseSteps: {
    group: CHART,
    keys: ['Shift+ArrowLeft', 'Shift+ArrowRight'],
    does: 'Select several steps',
  },
  setPace: {
    group: CHART,
    keys: ['E', 'M', 'T', 'I', 'R'],
    does: 'Add a step or set its pace',
  },
  shiftPace: { group: CHART, keys: ['ArrowUp', 'ArrowDown'], does: 'Faster, slower' },
  nudge: { group: CHART, keys: ['+', '-'], does: 'Longer, shorter' },
  typeLength: { group: CHART, keys: ['0', '9'], does: 'Type a duration or distance' },
  moveStep: {
    group: CHART,
    keys: ['Alt+ArrowLeft', 'Alt+ArrowRight'],
    does: 'Move earlier, later',
  },
  repeat: { group: CHART, keys: ['X', 'Shift+X'], does: 'More, fewer reps' },
  splitOff: { group: CHART, keys: ['O'], does: 'Edit only this rep' },
  duplicate: { group: CHART, keys: ['D'], does: 'Duplicate' },
  removeStep: { group: CHART, keys: ['Delete'], does: 'Delete' },
  // Undo is everywhere.
  redo: { group: CHART, keys: ['Mod+Shift+Z'], does: 'Redo' },
  trackNext: { group: TRACK, keys: ['Space', 'ArrowRight'], does: 'Start, next step' },
  trackBack: { group: TRACK, keys: ['ArrowLeft'], does: 'Back a step' },
  answer: { group: READING, keys: ['1', '2', '3'], does: 'Answer the question, go to the next' },
  days: {
    group: CALENDAR,
    keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'],
    does: 'Previous, next day or week',
  },
} as const satisfies Record<string, Shortcut>;
