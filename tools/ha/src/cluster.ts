import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { Client } from 'pg';
import { createNetwork, shareLoopback } from './network.ts';
import { createService, type Service } from './service.ts';
import { fetchStatus, waitFor, waitUntil } from './wait.ts';

/** Three PostgreSQL nodes under Patroni and etcd, with synchronous replication. */
export type Cluster = {
  /** Host and port of each node, and the port of its Patroni, for the balancer. */
  nodes: { node: number; host: string; port: number; checkPort: number }[];
  findPrimary: () => Promise<number | undefined>;
  findSyncStandby: () => Promise<number | undefined>;
  /** One primary, one synchronous standby, and a third node that follows. */
  isHealthy: () => Promise<boolean>;
  killPostgres: (node: number) => void;
  /** Kills PostgreSQL and Patroni. */
  killNode: (node: number) => void;
  startNode: (node: number) => void;
  /** Stops all processes of a node without ending them. Returns a function that resumes them. */
  freezeNode: (node: number) => () => void;
  switchOver: () => Promise<void>;
  /** Undefined if nodes share one network. */
  cutOff: ((node: number) => void) | undefined;
  reconnect: (node: number) => void;
  killEtcd: () => void;
  startEtcd: () => void;
  /** The node with a small disk of its own, if any. */
  nodeWithSmallDisk: number | undefined;
  fillDisk: (node: number) => void;
  freeDisk: (node: number) => void;
  query: <Row extends object>(node: number, text: string, values?: unknown[]) => Promise<Row[]>;
  logTails: () => string;
  stop: () => Promise<void>;
};

const NODES = [1, 2, 3];
const NODE_WITH_SMALL_DISK = 3;
const SMALL_DISK = '700m';
const IS_ROOT = process.getuid?.() === 0;

type Options = {
  folder: string;
  basePort: number;
  /** Nodes with a network of their own, and one with a small disk. Needs root. */
  isolated: boolean;
};

export async function startCluster({ folder, basePort, isolated }: Options): Promise<Cluster> {
  const network = isolated ? createNetwork(NODES) : shareLoopback();
  const binaries = findBinaries();
  const etcdPorts = (index: number) => ({ client: basePort + index, peer: basePort + 3 + index });
  const postgresPort = (node: number) => basePort + 10 + node;
  const restPort = (node: number) => basePort + 13 + node;
  const disk = (node: number) => `${folder}/node${node}`;
  const dataFolder = (node: number) => `${disk(node)}/data`;
  const log = (name: string) => `${folder}/${name}.log`;

  for (const node of NODES) mkdirSync(disk(node), { mode: 0o700 });
  if (isolated)
    execFileSync('mount', [
      '-t',
      'tmpfs',
      '-o',
      `size=${SMALL_DISK},mode=0700`,
      'tmpfs',
      disk(NODE_WITH_SMALL_DISK),
    ]);
  writeFileSync(`${folder}/post-bootstrap.sh`, bootstrapScript(binaries), { mode: 0o755 });

  const members = NODES.map((index) => `e${index}=http://${network.host}:${etcdPorts(index).peer}`);
  const etcd = NODES.map((index) => {
    const client = `http://${network.host}:${etcdPorts(index).client}`;
    const peer = `http://${network.host}:${etcdPorts(index).peer}`;
    return createService({
      name: `etcd${index}`,
      logFile: log(`etcd${index}`),
      command: [
        ...userPrefix(),
        'etcd',
        `--name=e${index}`,
        `--data-dir=${folder}/etcd${index}`,
        `--listen-peer-urls=${peer}`,
        `--initial-advertise-peer-urls=${peer}`,
        `--listen-client-urls=${client}`,
        `--advertise-client-urls=${client}`,
        `--initial-cluster=${members.join()}`,
        // With the v3 API, Patroni before 3.0.3 lets a primary that was frozen take its lock back.
        '--enable-v2',
        '--heartbeat-interval=100',
        '--election-timeout=1000',
      ],
      env: { HOME: folder },
    });
  });
  const etcdHosts = NODES.map((index) => `${network.host}:${etcdPorts(index).client}`).join();
  const patroni = NODES.map((node) => {
    const file = `${folder}/patroni${node}.yml`;
    const address = network.address(node);
    writeFileSync(
      file,
      patroniConfig({
        node,
        address,
        etcdHosts,
        folder,
        dataFolder: dataFolder(node),
        binaries,
        port: postgresPort(node),
        restPort: restPort(node),
      }),
    );
    return createService({
      name: `patroni${node}`,
      logFile: log(`patroni${node}`),
      command: [...network.prefix(node), ...userPrefix(), 'patroni', file],
      env: { HOME: folder },
    });
  });
  if (IS_ROOT) execFileSync('chown', ['-R', 'postgres:', folder]);

  const service = (node: number): Service => patroni[node - 1] as Service;
  const restUrl = (node: number) => `http://${network.address(node)}:${restPort(node)}`;

  async function findNode(role: string): Promise<number | undefined> {
    const statuses = await Promise.all(
      NODES.map((node) => fetchStatus(`${restUrl(node)}/${role}`)),
    );
    return NODES.find((_, index) => statuses[index] === 200);
  }
  const findPrimary = () => findNode('primary');

  async function isHealthy(): Promise<boolean> {
    const [primary, sync, replicas] = await Promise.all([
      findPrimary(),
      findNode('sync'),
      Promise.all(NODES.map((node) => fetchStatus(`${restUrl(node)}/replica`))),
    ]);
    if (!primary || !sync || replicas.filter((status) => status === 200).length !== 2) return false;
    const streaming = await query<{ count: number }>(
      primary,
      `select count(*)::int as count from pg_stat_replication where state = 'streaming'`,
    ).catch(() => []);
    return streaming[0]?.count === 2;
  }

  async function query<Row extends object>(
    node: number,
    text: string,
    values: unknown[] = [],
  ): Promise<Row[]> {
    const client = new Client({
      host: network.address(node),
      port: postgresPort(node),
      user: 'postgres',
      database: 'pacewright',
      connectionTimeoutMillis: 3_000,
      query_timeout: 60_000,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Undefined while PostgreSQL does not run. */
  function postmaster(node: number): number | undefined {
    const file = `${dataFolder(node)}/postmaster.pid`;
    return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
  }
  function postgresProcesses(node: number): number[] {
    const parent = postmaster(node);
    return parent === undefined ? [] : [parent, ...listChildren(parent)];
  }
  const filler = (node: number) => `${disk(node)}/filler`;

  const killPostgres = () => {
    for (const node of NODES) signalAll('SIGKILL', postgresProcesses(node));
  };
  let isRemoved = false;
  const removeIsolation = () => {
    if (isolated && !isRemoved) execFileSync('umount', ['--lazy', disk(NODE_WITH_SMALL_DISK)]);
    if (!isRemoved) network.remove();
    isRemoved = true;
  };
  process.once('exit', () => {
    killPostgres();
    removeIsolation();
  });

  async function stop(): Promise<void> {
    await Promise.all(patroni.map((each) => each.stop()));
    killPostgres();
    await waitUntil(
      () => NODES.every((node) => postgresProcesses(node).every((pid) => !isAlive(pid))),
      'PostgreSQL has ended',
    );
    await Promise.all(etcd.map((each) => each.stop()));
    removeIsolation();
  }
  const logTails = () =>
    [...patroni, ...etcd].map((each) => `--- ${each.name}\n${each.logTail()}`).join('\n');

  try {
    for (const each of etcd) each.start();
    await waitUntil(
      async () =>
        (await fetchStatus(`http://${network.host}:${etcdPorts(1).client}/health`)) === 200,
      'etcd is healthy',
    );
    for (const each of patroni) each.start();
    await waitUntil(isHealthy, 'three nodes replicate');
  } catch (error) {
    process.stderr.write(`${logTails()}\n`);
    await stop();
    throw error;
  }

  return {
    nodes: NODES.map((node) => ({
      node,
      host: network.address(node),
      port: postgresPort(node),
      checkPort: restPort(node),
    })),
    findPrimary,
    findSyncStandby: () => findNode('sync'),
    isHealthy,
    killPostgres: (node) => signalAll('SIGKILL', postgresProcesses(node)),
    killNode: (node) => signalAll('SIGKILL', [service(node).pid(), ...postgresProcesses(node)]),
    startNode: (node) => service(node).start(),
    freezeNode: (node) => {
      const pids = [service(node).pid(), ...postgresProcesses(node)];
      signalAll('SIGSTOP', pids);
      return () => signalAll('SIGCONT', pids);
    },
    switchOver: async () => {
      const leader = await waitFor(findPrimary, 'there is a primary');
      const target = await waitFor(() => findNode('sync'), 'there is a synchronous standby');
      const response = await fetch(`${restUrl(leader)}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: `pg${leader}`, candidate: `pg${target}` }),
        signal: AbortSignal.timeout(60_000),
      });
      if (!response.ok)
        throw new Error(`No switchover: ${response.status} ${await response.text()}`);
    },
    cutOff: network.cutOff,
    reconnect: network.reconnect,
    killEtcd: () => {
      for (const each of etcd) each.signal('SIGKILL');
    },
    startEtcd: () => {
      for (const each of etcd) each.start();
    },
    nodeWithSmallDisk: isolated ? NODE_WITH_SMALL_DISK : undefined,
    fillDisk: (node) => fillDisk(filler(node)),
    freeDisk: (node) => rmSync(filler(node), { force: true }),
    query,
    logTails,
    stop,
  };
}

function findBinaries(): string {
  const folder = '/usr/lib/postgresql';
  const versions = existsSync(folder)
    ? readdirSync(folder).sort((one, other) => Number(one) - Number(other))
    : [];
  const newest = versions.at(-1);
  if (!newest) throw new Error('PostgreSQL is not installed');
  return `${folder}/${newest}/bin`;
}

/** PostgreSQL does not run as root. */
function userPrefix(): string[] {
  return IS_ROOT ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'] : [];
}

/** Writes until there is no more space. */
function fillDisk(file: string): void {
  for (const size of [1024 * 1024, 4096])
    try {
      for (;;) appendFileSync(file, Buffer.alloc(size));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    }
}

function listChildren(parent: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === parent);
}

function parentOf(pid: number): number | undefined {
  try {
    // The name of the command, in parentheses, may contain spaces.
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=\w )/);
    return Number(fields.split(' ')[1]);
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function signalAll(signal: NodeJS.Signals, pids: number[]): void {
  for (const pid of pids)
    try {
      if (pid > 0) process.kill(pid, signal);
    } catch {
      // It has ended.
    }
}

function bootstrapScript(binaries: string): string {
  return `#!/bin/sh
exec ${binaries}/psql --no-psqlrc --set ON_ERROR_STOP=1 --command 'create database pacewright' "$1"
`;
}

type NodeSettings = {
  node: number;
  address: string;
  etcdHosts: string;
  folder: string;
  dataFolder: string;
  binaries: string;
  port: number;
  restPort: number;
};

/** Everything that the operator of a cluster would set, besides passwords: only this machine can connect. */
function patroniConfig({
  node,
  address,
  etcdHosts,
  folder,
  dataFolder,
  binaries,
  port,
  restPort,
}: NodeSettings): string {
  return `
scope: pacewright
namespace: /ha/
name: pg${node}
restapi: { listen: "${address}:${restPort}", connect_address: "${address}:${restPort}" }
etcd: { hosts: "${etcdHosts}" }
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 2
    retry_timeout: 5
    maximum_lag_on_failover: 1048576
    # A primary that crashes is replaced at once, not restarted.
    primary_start_timeout: 0
    synchronous_mode: true
    # Without etcd the primary goes on as long as it reaches all members.
    failsafe_mode: true
    postgresql:
      use_pg_rewind: true
      use_slots: true
      parameters:
        max_connections: 100
        max_wal_senders: 10
        max_replication_slots: 10
        wal_log_hints: "on"
        wal_keep_size: 128MB
        max_wal_size: 128MB
        min_wal_size: 32MB
        # A full disk is noticed with the next segment, not once the recycled ones are used up.
        wal_recycle: "off"
        shared_buffers: 32MB
        synchronous_commit: "on"
        tcp_keepalives_idle: 10
        tcp_keepalives_interval: 5
        tcp_keepalives_count: 3
        tcp_user_timeout: 10000
        wal_receiver_timeout: 5s
        wal_sender_timeout: 5s
        idle_in_transaction_session_timeout: 30s
  initdb: [ { encoding: UTF8 }, { locale: C.UTF-8 }, data-checksums ]
  post_bootstrap: ${folder}/post-bootstrap.sh
  pg_hba:
    - local all all trust
    - host all all 127.0.0.1/32 trust
    - host all all 10.213.77.0/24 trust
    - host replication all 127.0.0.1/32 trust
    - host replication all 10.213.77.0/24 trust
postgresql:
  listen: "${address}:${port}"
  connect_address: "${address}:${port}"
  data_dir: ${dataFolder}
  bin_dir: ${binaries}
  pgpass: ${folder}/pgpass${node}
  # A spread checkpoint would take minutes.
  basebackup: [ { checkpoint: fast } ]
  authentication:
    superuser: { username: postgres, password: unused }
    replication: { username: replicator, password: unused }
  parameters: { unix_socket_directories: "${folder}" }
watchdog: { mode: "off" }
`;
}
