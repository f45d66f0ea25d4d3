import { execFileSync } from 'node:child_process';
import { ROOT } from './repository.ts';

/** A package of the CycloneDX list that pnpm writes. */
export type Component = {
  name: string;
  group?: string;
  version: string;
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[];
};

/** Packages whose manifest has no licence; their files have it. */
const LICENSED_ELSEWHERE: Record<string, string> = { limiter: 'MIT' };

/** Every package that the API runs or the web app contains. */
export function listShipped(): Component[] {
  const shipped = ['--filter', '@pacewright/api', '--filter', '@pacewright/web'];
  const sbom = execFileSync('pnpm', [...shipped, 'sbom', '--sbom-format=cyclonedx', '--prod'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 50_000_000,
  });
  return (JSON.parse(sbom) as { components: Component[] }).components;
}

export function fullName({ group, name }: Component): string {
  return group ? `${group}/${name}` : name;
}

/** "none" where neither the manifest nor the table above has one. */
export function licenceOf(component: Component): string {
  const { licenses = [] } = component;
  const names = licenses.map(
    ({ license, expression }) => license?.id ?? license?.name ?? expression ?? 'none',
  );
  const known = names.join(' AND ') || LICENSED_ELSEWHERE[fullName(component)] || 'none';
  return known.replace(/^\((.*)\)$/, '$1');
}
