import { Redis, type RedisOptions } from 'ioredis'
import type { RedisAddress } from './redis-address.ts'

const CONNECT_TIMEOUT_MS = 5_000
const KEEP_ALIVE_MS = 10_000

const PAUSE_MS = 500

/** Errors of a server that is not (yet) the master. */
const NOT_MASTER = /^(READONLY|MASTERDOWN|LOADING|UNBLOCKED)/

/**
 * Reconnects if the server is unreachable, silent or demoted (an old master responds with
 * `READONLY`). Cycles through several servers; queries sentinels for the master.
 */
export const connectRedis = (
  address: RedisAddress,
  { silentAfterMs, ...options }: RedisOptions & { silentAfterMs: number },
): Redis =>
  new Redis({
    ...targetOf(address),
    ...address.login,
    connectTimeout: CONNECT_TIMEOUT_MS,
    keepAlive: KEEP_ALIVE_MS,
    socketTimeout: silentAfterMs,
    reconnectOnError: (error) => (NOT_MASTER.test(error.message) ? 1 : false),
    retryStrategy(this: RedisOptions) {
      if (address.kind === 'servers') Object.assign(this, nextServer(address, this))
      return PAUSE_MS
    },
    ...options,
  })

// No `+switch-master` listener: in ioredis, a message during a sentinel query ends that connection
// permanently.
const targetOf = (address: RedisAddress): RedisOptions =>
  address.kind === 'servers'
    ? { ...address.servers[0] }
    : {
        sentinels: [...address.sentinels],
        name: address.name,
        sentinelRetryStrategy: () => PAUSE_MS,
      }

const nextServer = (
  { servers }: Extract<RedisAddress, { kind: 'servers' }>,
  { host, port }: RedisOptions,
) => {
  const at = servers.findIndex((server) => server.host === host && server.port === port)
  return servers[(at + 1) % servers.length]
}
