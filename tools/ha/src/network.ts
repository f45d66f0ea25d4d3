import { execFileSync } from 'node:child_process';

/** The addresses of the database's nodes, and how one is cut off. */
export type Network = {
  /** The address of etcd, which all nodes can reach. */
  host: string;
  address: (node: number) => string;
  /** Starts a command at a node. */
  prefix: (node: number) => string[];
  /** Undefined if nodes share one network. */
  cutOff: ((node: number) => void) | undefined;
  reconnect: (node: number) => void;
  remove: () => void;
};

const LOOPBACK: Network = {
  host: '127.0.0.1',
  address: () => '127.0.0.1',
  prefix: () => [],
  cutOff: undefined,
  reconnect: () => {},
  remove: () => {},
};

export function shareLoopback(): Network {
  return LOOPBACK;
}

/** A network namespace for each node, on one bridge. Needs root. */
export function createNetwork(nodes: number[]): Network {
  const id = String(process.pid);
  const bridge = `br-${id}`;
  const namespace = (node: number) => `ha${node}-${id}`;
  const outside = (node: number) => `h${node}-${id}`;
  const address = (node: number) => `10.213.77.${node}`;
  const host = '10.213.77.254';

  ip('link', 'add', bridge, 'type', 'bridge');
  ip('addr', 'add', `${host}/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
  for (const node of nodes) {
    ip('netns', 'add', namespace(node));
    ip(
      'link',
      'add',
      outside(node),
      'type',
      'veth',
      'peer',
      'name',
      'eth0',
      'netns',
      namespace(node),
    );
    ip('link', 'set', outside(node), 'master', bridge);
    ip('link', 'set', outside(node), 'up');
    ip('-n', namespace(node), 'addr', 'add', `${address(node)}/24`, 'dev', 'eth0');
    ip('-n', namespace(node), 'link', 'set', 'eth0', 'up');
    ip('-n', namespace(node), 'link', 'set', 'lo', 'up');
  }
  return {
    host,
    address,
    prefix: (node) => ['ip', 'netns', 'exec', namespace(node)],
    // Packets are lost and no connection is reset, as with a pulled cable.
    cutOff: (node) => ip('link', 'set', outside(node), 'down'),
    reconnect: (node) => ip('link', 'set', outside(node), 'up'),
    remove: () => {
      for (const node of nodes) ip('netns', 'delete', namespace(node));
      ip('link', 'delete', bridge);
    },
  };
}

function ip(...args: string[]): void {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'inherit'] });
}
