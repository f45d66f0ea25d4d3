import { BlockList, isIP } from 'node:net';

/** Whether an address may say whom a request comes from; hop 0 is the one that has connected to us. */
export type TrustProxy = (address: string, hop: number) => boolean;

/** More proxies in a row than anyone has. A header with thousands would cost as many comparisons. */
const MAX_HOPS = 10;

/** Reads addresses and ranges, joined by commas. Returns undefined if one is neither. */
export function readTrustedProxies(list: string): TrustProxy | undefined {
  const proxies = new BlockList();
  for (const entry of list.split(',')) {
    const [, address = '', prefix] = /^\s*([^\s/]+)(?:\/(\d{1,3}))?\s*$/.exec(entry) ?? [];
    const longest = { 4: 32, 6: 128 }[isIP(address)];
    if (longest === undefined || Number(prefix ?? 0) > longest) return undefined;
    proxies.addSubnet(address, Number(prefix ?? longest), familyOf(address));
  }
  return (address, hop) =>
    hop < MAX_HOPS && isIP(address) !== 0 && proxies.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
