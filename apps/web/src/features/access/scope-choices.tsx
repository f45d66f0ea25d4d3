import { type Scope, SCOPES } from '@pacewright/contract';
import { useId } from 'react';
import { Checkbox } from '../../ui/checkbox.tsx';
import { SCOPE_WORDS, withReading } from './scope-words.ts';

type ScopeChoicesProps = {
  legend: string;
  offered?: readonly Scope[];
  chosen: readonly Scope[];
  error?: string | false;
  onChange: (chosen: Scope[]) => void;
};

/** What a key or an app may do. Who may write may read. */
export function ScopeChoices({
  legend,
  offered = SCOPES,
  chosen,
  error,
  onChange,
}: ScopeChoicesProps) {
  const granted = withReading(chosen);
  return (
    <fieldset className="grid gap-0">
      <legend className="mb-1 text-sm font-semibold">{legend}</legend>
      {offered.map((scope) => (
        <ScopeChoice
          key={scope}
          scope={scope}
          checked={granted.includes(scope)}
          disabled={granted.includes(scope) && !chosen.includes(scope)}
          onChange={(isOn) =>
            onChange(isOn ? [...chosen, scope] : chosen.filter((each) => each !== scope))
          }
        />
      ))}
      {error && (
        <p role="alert" className="mt-2 text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

type ScopeChoiceProps = {
  scope: Scope;
  checked: boolean;
  disabled: boolean;
  onChange: (isOn: boolean) => void;
};

function ScopeChoice({ scope, checked, disabled, onChange }: ScopeChoiceProps) {
  const id = useId();
  const { title, detail } = SCOPE_WORDS[scope];
  return (
    <div className="border-t border-line py-2 first-of-type:border-t-0">
      <Checkbox
        label={<b className="text-md font-semibold">{title}</b>}
        checked={checked}
        disabled={disabled}
        aria-describedby={id}
        onChange={(event) => onChange(event.target.checked)}
      />
      <p id={id} className="pl-7 text-sm text-ink-2">
        {detail}
      </p>
    </div>
  );
}
