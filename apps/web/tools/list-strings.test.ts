import { expect, test } from 'vitest';
import { listStrings } from './list-strings.ts';

function textsOf(source: string): string[] {
  return listStrings('screen.tsx', source).map(({ text }) => text);
}

test('a sentence between tags is listed once, with its expressions in braces', () => {
  const source = `const a = <p className="mt-4 text-ink">
    Add {plural(count, 'workout')} to <Link to="/app">Calendar</Link>.
    You can move it later.
  </p>;`;
  expect(textsOf(source)).toEqual([
    "Add {plural(count, 'workout')} to <Calendar>. You can move it later.",
  ]);
});

test('names for screen readers, hints and labels are listed even as one word', () => {
  const source = `const a = <Field aria-label="Close" hint={\`Up to \${max}\`} className="grid gap-2" />;
    const b = { label: 'Save', id: 'save it now' };`;
  expect(textsOf(source)).toEqual(['Close', 'Up to {max}', 'Save']);
});

test('strings that look like sentences are listed with their lines', () => {
  const source = `import { a } from './Some file.ts';
showToast.success('Tempo 20 moved to Friday');
const key = 'Escape';
const classes = 'flex gap-2';
toast.fail(\`Couldn’t move \${title}\`);`;
  expect(listStrings('actions.ts', source)).toEqual([
    { line: 2, text: 'Tempo 20 moved to Friday' },
    { line: 5, text: 'Couldn’t move {title}' },
  ]);
});

test('the public pages are read between their tags', () => {
  const source =
    'const page = html`<h2 class="Big one">How it works</h2><p>Enter <b>a race</b>.</p>`;';
  expect(listStrings('page.ts', source).map(({ text }) => text)).toEqual([
    'How it works',
    'Enter a race.',
  ]);
});
