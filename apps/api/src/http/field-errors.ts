import { formatCount, plural } from '@pacewright/pace';
import * as z from 'zod/mini';

const TYPES: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** Replaces the messages of Zod about fields whose schema has none. */
export function setFieldErrors(): void {
  z.config({ customError: describeIssue });
}

function describeIssue(issue: z.core.$ZodRawIssue): string {
  const field = nameField(issue.path ?? []);
  if (issue.input === undefined && issue.code !== 'unrecognized_keys')
    return `${field} is required`;
  switch (issue.code) {
    case 'invalid_type':
      return `${field} must be ${TYPES[issue.expected] ?? 'another type'}`;
    case 'invalid_value':
      return `${field} must be ${listValues(issue.values)}`;
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array'
        ? `${field} can have up to ${plural(Number(issue.maximum), issue.origin === 'string' ? 'character' : 'item')}`
        : `${field} must be ${issue.inclusive ? 'at most' : 'less than'} ${formatCount(Number(issue.maximum))}`;
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array'
        ? `${field} needs at least ${plural(Number(issue.minimum), issue.origin === 'string' ? 'character' : 'item')}`
        : `${field} must be ${issue.inclusive ? 'at least' : 'more than'} ${formatCount(Number(issue.minimum))}`;
    case 'unrecognized_keys':
      return `Unknown field: ${issue.keys.join(', ')}`;
    case 'invalid_format':
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'not_multiple_of':
    case 'custom':
    default:
      return `${field} isn’t valid`;
  }
}

/** "Time in seconds" for timeInSeconds: the last name in a path in words, without positions in lists. */
function nameField(path: readonly PropertyKey[]): string {
  const name = path.findLast((part) => typeof part === 'string') ?? 'The request';
  const words = name.replaceAll(/(?<=[a-z])[A-Z]|_/g, (mark) =>
    mark === '_' ? ' ' : ` ${mark.toLowerCase()}`,
  );
  return NAMES[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

const NAMES: Record<string, string> = { id: 'ID', vdot: 'VDOT' };

function listValues(values: readonly unknown[]): string {
  const names = values.map(String);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}
