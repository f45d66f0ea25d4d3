import { fixPlan, formatPlan, readPlan, WEEKDAYS } from '@pacewright/plan';
import type { Span } from '@pacewright/script';
import { type Ref, useEffect, useRef } from 'react';
import { CodeEditor, type CodeEditorHandle } from '../../workout/editor/code-editor.tsx';
import type { WrittenLanguage } from '../../workout/editor/written-language.ts';
import type { PaceContext } from '../../workout/pace-context.ts';
import { hideAdvice, onHiddenAdviceChange } from './hidden-advice.ts';
import { PlanText } from './plan-text.tsx';
import type { PlanPlace } from './plan-preview.ts';
import './plan-editor.css';

type PlanEditorProps = {
  value: string;
  onChange: (text: string) => void;
  paceContext: PaceContext;
  /** The values of the week that is shown. */
  linked: readonly Span[];
  /** The heading, day or value at the caret. */
  onPoint: (place: PlanPlace) => void;
  onHelp: () => void;
  ref: Ref<CodeEditorHandle>;
};

/** The buttons below a plan, in order. */
const PLAN_TOKENS = [
  ...WEEKDAYS,
  'week',
  'E',
  'M',
  'T',
  'I',
  'R',
  '+',
  'x( )',
  '{ , }',
  'min',
  'km',
  'jog',
  'rest',
  'or',
  'race',
  '//',
] as const;

const PLAN: WrittenLanguage = {
  load: async () => (await import('./plan-language.ts')).mountPlanEditor,
  tokens: PLAN_TOKENS,
  listAnswers: ({ diagnostic }) => diagnostic.fixes,
  countCertain: (text) => fixPlan(text).count,
  canFormat: (text) =>
    readPlan(text).diagnostics.every(({ severity }) => severity !== 'error') &&
    text.trim() !== '' &&
    formatPlan(text) !== text,
  formatDialog: {
    title: 'Tidy up the plan?',
    description: 'The plan stays the same, written consistently. You can undo this.',
  },
  renderText: (text) => <PlanText text={text} />,
  formatCommand: 'Tidy up the plan',
  helpLabel: 'Plan help',
};

/** The editor of a plan's text. */
export function PlanEditor({ onPoint, ref, ...props }: PlanEditorProps) {
  const handle = useRef<CodeEditorHandle>(null);
  useEffect(() => onHiddenAdviceChange(() => handle.current?.readAgain()), []);

  return (
    <CodeEditor
      {...props}
      ref={(own) => {
        handle.current = own;
        if (typeof ref === 'function') return ref(own);
        if (ref) ref.current = own;
        return undefined;
      }}
      className="plan-editor"
      language={PLAN}
      label="Plan"
      placeholder={PLACEHOLDER}
      onPoint={(_node, place) => {
        if (place) onPoint(place as PlanPlace);
      }}
      onHideAdvice={hideAdvice}
    />
  );
}

const PLACEHOLDER = 'weeks 1-4: Base';
