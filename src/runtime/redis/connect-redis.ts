import { Redis, type RedisOptions } from 'ioredis'
import type { RedisAddress } from './redis-address.ts'

/** A server that does not take a connection in this time is silent. */
const CONNECT_TIMEOUT_MS = 5_000
const KEEP_ALIVE_MS = 10_000

/** The wait between two tries to connect. */
const PAUSE_MS = 500

/** What a server says that is no master any more, or not yet ready to be one. */
const NOT_MASTER = /^(READONLY|MASTERDOWN|LOADING|UNBLOCKED)/

/**
 * Connects to Redis, and again and again when it is lost: it is not there, it says nothing, or it is no
 * master any more (an old master whose connections stay open answers all it is asked with `READONLY`).
 * Of several servers, each next try goes to the next one; sentinels are asked for the master.
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

// ioredis can also listen for `+switch-master`, but what it hears while a connection asks the sentinels ends
// that connection for good. An old master shows itself by `READONLY`, or by its silence.
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
