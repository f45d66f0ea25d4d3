import { reportScript } from './report.ts';

// node packages/script/cli/main.ts "15m E + 5x(3m I + 2m E)"

const parameters = process.argv.slice(2).filter((parameter) => parameter !== '--');
const isJson = parameters.includes('--json');
const scripts = parameters.filter((parameter) => !parameter.startsWith('--'));

if (scripts.length === 0) {
  console.error('Usage: cli [--json] "15m E + 5x(3m I + 2m E) + 10m E"');
  process.exitCode = 2;
} else {
  const { output, hasMistakes } = reportScript(scripts.join(' '), isJson);
  console.log(output);
  process.exitCode = hasMistakes ? 1 : 0;
}
