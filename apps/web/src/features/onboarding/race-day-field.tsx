import { checkRaceDate } from '@pacewright/pace';
import { type ComponentProps, useRef, useState } from 'react';
import { Field } from '../../ui/field.tsx';

/** The day of a race as it is being entered. It is asked for, never guessed. */
export function useRaceDay(today: string, { isNeeded = true } = {}) {
  const [racedOn, setRacedOn] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const mistake = isNeeded ? checkRaceDate(racedOn, today) : undefined;

  return {
    racedOn,
    isValid: mistake === undefined,
    /** From now on an empty field is a mistake too. */
    ask: () => setIsAsked(true),
    focus: () => input.current?.focus(),
    field: {
      ref: input,
      max: today,
      value: racedOn,
      error: racedOn || isAsked ? mistake : undefined,
      onChange: ({ target }) => setRacedOn(target.value),
    } satisfies Partial<ComponentProps<typeof Field>>,
  };
}

type RaceDayFieldProps = ReturnType<typeof useRaceDay>['field'] & {
  labelHidden?: boolean;
  className: string;
};

export function RaceDayField(props: RaceDayFieldProps) {
  return <Field label="Day of the race" type="date" inputClassName="fig" {...props} />;
}
