import {
  CORPUS,
  HELD_OUT,
  isFirstAnswerRight,
  judge,
  type Outcome,
  OUTCOMES,
  type Phrase,
} from './corpus.ts';

// pnpm script:corpus [-- --list=wrong,rejected]

const listed = /--list=(.+)/.exec(process.argv.join(' '))?.[1]?.split(',') ?? [];
const kinds = [...new Set([...CORPUS, ...HELD_OUT].map(({ kind }) => kind))];
report('Tuned on', CORPUS);
report('Held out', HELD_OUT);

function report(set: string, phrases: readonly Phrase[]): void {
  const judged = phrases.map((phrase) => ({ phrase, outcome: judge(phrase) }));

  for (const [title, isAmbiguous] of [
    ['One meaning', false],
    ['A person would ask', true],
  ] as const) {
    const rows = judged.filter(({ phrase }) => phrase.isAmbiguous === isAmbiguous);
    console.log(
      `\n${`${set}: ${title}`.padEnd(34)}${['phrases', ...OUTCOMES].map((name) => name.padStart(14)).join('')}`,
    );
    for (const kind of kinds)
      printRow(
        kind,
        rows.filter(({ phrase }) => phrase.kind === kind),
      );
    printRow('all', rows);
  }

  const asked = judged.filter(({ outcome }) => outcome === 'asked');
  const first = asked.filter(({ phrase }) => isFirstAnswerRight(phrase));
  console.log(
    `\nThe first answer to every question is right: ${share(first.length, asked.length)}`,
  );

  for (const { phrase, outcome } of judged)
    if (listed.includes(outcome))
      console.log(`\n${outcome}, ${phrase.kind}: ${phrase.text}\n  ${phrase.scripts.join('\n  ')}`);
}

function printRow(name: string, rows: readonly { phrase: Phrase; outcome: Outcome }[]): void {
  const cells = OUTCOMES.map((outcome) =>
    share(rows.filter((row) => row.outcome === outcome).length, rows.length),
  );
  console.log(
    `  ${name.padEnd(32)}${[String(rows.length), ...cells].map((cell) => cell.padStart(14)).join('')}`,
  );
}

function share(count: number, all: number): string {
  return `${count} (${all === 0 ? '–' : ((100 * count) / all).toFixed(0)} %)`;
}
