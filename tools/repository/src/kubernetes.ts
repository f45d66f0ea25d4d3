import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { Namespace } from 'kubernetes-models/v1/Namespace';
import { Service } from 'kubernetes-models/v1/Service';
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount';
import { parseAllDocuments } from 'yaml';
import { ROOT } from './repository.ts';

/** A resource as far as every kind has it. */
export type Resource = { apiVersion: string; kind: string; metadata: { name: string } };

const KINDS = {
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Job,
  Namespace,
  NetworkPolicy,
  PodDisruptionBudget,
  Service,
  ServiceAccount,
};

/** Kinds that the cluster's provider defines, for which no schema is published. */
const WITHOUT_SCHEMA = ['ManagedCertificate', 'FrontendConfig'];

export function readResources(text: string): Resource[] {
  return parseAllDocuments(text, { merge: true }).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    return document.toJS() as Resource;
  });
}

/**
 * The mistakes in resources, by the schemas of Kubernetes. The validators accept fields that do not exist, and the
 * types reject them, so both are needed.
 */
export function findMistakes(resources: Resource[]): string[] {
  const known = resources.filter(({ kind }) => !WITHOUT_SCHEMA.includes(kind));
  return [...known.flatMap(findWrongValues), ...findUnknownFields(known)];
}

function findWrongValues(resource: Resource): string[] {
  const { kind, metadata } = resource;
  const Model = kind in KINDS ? KINDS[kind as keyof typeof KINDS] : undefined;
  if (!Model) return [`${kind} ${metadata.name}: no schema for this kind`];
  try {
    // The validator is there for data whose type is not known.
    new Model(resource as never).validate();
    return [];
  } catch (error) {
    return [`${kind} ${metadata.name}: ${error instanceof Error ? error.message : String(error)}`];
  }
}

function findUnknownFields(resources: Resource[]): string[] {
  const folder = join(ROOT, 'tools/repository/.cache', `kubernetes-${process.pid}`);
  const file = join(folder, 'resources.ts');
  const lines = resources.map(({ apiVersion, kind, ...rest }, index) => {
    const type = `import('kubernetes-models/${apiVersion}/${kind}').I${kind}`;
    return `export const resource${index}: ${type} = ${JSON.stringify({ apiVersion, kind, ...rest })};`;
  });
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(file, lines.join('\n'));
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig'];
    const { stdout, error } = spawnSync(
      join(ROOT, 'node_modules/.bin/tsc'),
      [...options, '--module', 'nodenext', '--target', 'es2024', '--types', '', file],
      { cwd: folder, encoding: 'utf8' },
    );
    if (error) throw error;
    return stdout.split('\n').filter((line) => line.includes('error TS'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
