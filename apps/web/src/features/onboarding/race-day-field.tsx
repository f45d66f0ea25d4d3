import { checkRaceDate } from '@pacewright/pace';
import { type ComponentProps, useRef, useState } from 'react';
import { Field } from '../../ui/field.tsx';

/** The day of a race as it is being entered. Without one, the race counts as today's. */
export function useRaceDay(today: string) {
  const [racedOn, setRacedOn] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const mistake = racedOn === '' ? undefined : checkRaceDate(racedOn, today);

  return {
    racedOn: racedOn || today,
    isValid: mistake === undefined,
    focus: () => input.current?.focus(),
    field: {
      ref: input,
      max: today,
      value: racedOn,
      hint: 'Optional. Without one, it counts as today’s.',
      error: mistake,
      onChange: ({ target }) => setRacedOn(target.value),
    } satisfies Partial<ComponentProps<typeof Field>>,
  };
}

type RaceDayFieldProps = ReturnType<typeof useRaceDay>['field'] & {
  labelHidden?: boolean;
  className: string;
};

export function RaceDayField(props: RaceDayFieldProps) {
  return <Field label="Race date" type="date" inputClassName="fig" {...props} />;
}
