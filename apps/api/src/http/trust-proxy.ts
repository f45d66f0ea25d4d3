import { BlockList, isIP } from 'node:net';

/** Whether to trust the X-Forwarded-For header of an address; hop 0 is the direct peer. */
export type TrustProxy = (address: string, hop: number) => boolean;

/** More than any real chain of proxies. Bounds the work for a header with thousands of addresses. */
const MAX_HOPS = 10;

/** Parses a comma-separated list of addresses and CIDR ranges; undefined if it is not valid. */
export function readTrustedProxies(list: string): TrustProxy | undefined {
  const proxies = new BlockList();
  for (const entry of list.split(',')) {
    const [, address = '', prefix] = /^\s*([^\s/]+)(?:\/(\d{1,3}))?\s*$/.exec(entry) ?? [];
    const maxPrefix = { 4: 32, 6: 128 }[isIP(address)];
    if (maxPrefix === undefined || Number(prefix ?? 0) > maxPrefix) return undefined;
    proxies.addSubnet(address, Number(prefix ?? maxPrefix), familyOf(address));
  }
  return (address, hop) =>
    hop < MAX_HOPS && isIP(address) !== 0 && proxies.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
