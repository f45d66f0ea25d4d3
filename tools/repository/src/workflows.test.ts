import { registerHooks } from 'node:module';
import { expect, test } from 'vitest';
import { listFiles, read } from './repository.ts';

// GitHub is not reached from here, so its own parser reads the workflows. The parser imports JSON without saying so,
// which Node rejects.
const hooks = registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
});
const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } =
  await import('@actions/workflow-parser');
hooks.deregister();

const workflows = listFiles().filter((path) => path.startsWith('.github/workflows/'));

async function findMistakes(content: string): Promise<string[]> {
  const file = { name: 'planted.yml', content };
  const { context, value } = parseWorkflow(file, new NoOperationTraceWriter());
  if (value) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
}

test.each(workflows)('%s is a workflow', async (path) => {
  expect(await findMistakes(read(path))).toEqual([]);
});

test.each([
  ['a key that does not exist', 'timeout-minutes: 60', 'timeout: 60'],
  ['a job that does not exist', 'needs: check', 'needs: checks'],
  ['a context that does not exist', 'github.event_name ==', 'gitlab.event_name =='],
  ['a permission that does not exist', 'id-token: write', 'id-tokens: write'],
])('a planted mistake is found: %s', async (_name, before, after) => {
  const content = read('.github/workflows/release.yml');
  expect(content).toContain(before);
  expect(await findMistakes(content.replace(before, after))).not.toEqual([]);
});

test.each(workflows)('%s names every action by the hash of a commit', (path) => {
  const used = [...read(path).matchAll(/\buses: *(.+)/g)].map(([, action = '']) => action);
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((action) => !/^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d/.test(action))).toEqual(
    [],
  );
});
