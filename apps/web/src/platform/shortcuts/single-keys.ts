import { storedValue } from '../stored-value.ts';

const singleKeys = storedValue({
  key: 'pacewright.single-keys',
  parse: (text) => text !== 'off',
  fallback: true,
  format: (isOn) => (isOn ? 'on' : 'off'),
});

/** Whether single-key shortcuts are enabled: yes, unless they were turned off on this device. */
export const singleKeysEnabled = singleKeys.read;

export const setSingleKeysEnabled = singleKeys.write;
