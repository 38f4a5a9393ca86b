import type { RedisOptions } from 'ioredis'
import { orUndefined } from '../failure.ts'

export type RedisAddress =
  /** One or several servers with one master: `redis://a:6379,b:6379/0`. */
  | { kind: 'servers'; servers: readonly Server[]; login: RedisOptions }
  /** `redis+sentinel://a:26379,b:26379/NAME/0`. */
  | { kind: 'sentinel'; sentinels: readonly Server[]; name: string; login: RedisOptions }

export interface Server {
  host: string
  port: number
}

const ADDRESS =
  /^(?<scheme>redis|rediss|redis\+sentinel|rediss\+sentinel):\/\/(?:(?<login>[^@/]*)@)?(?<servers>[^/?#]+)(?<path>\/[^?#]*)?(?:\?(?<query>[^#]*))?$/

const SERVER = /^(?<host>\[[0-9a-f:.]+\]|[\w.-]+)(?::(?<port>\d{1,5}))?$/i

const PORTS = { redis: 6379, sentinel: 26379 }

/**
 * The query's `sentinel_username` and `sentinel_password` are the sentinels' login; `rediss` uses
 * TLS for both.
 */
export const parseRedisAddress = (text: string): RedisAddress | undefined => {
  const { scheme = '', login, servers = '', path = '', query } = ADDRESS.exec(text)?.groups ?? {}
  const isSentinel = scheme.endsWith('+sentinel')
  const read = servers
    .split(',')
    .map((server) => serverOf(server, isSentinel ? PORTS.sentinel : PORTS.redis))
  const known = read.filter((server) => server !== undefined)
  const parts = path.split('/').slice(1)
  const name = (isSentinel && decoded(parts.shift() ?? '')) || ''
  const [db = '', ...more] = parts
  const isWhole = known.length === read.length && more.length === 0 && /^\d{0,5}$/.test(db)
  const credentials = loginOf(login)
  const own = sentinelLogin(query)
  if (!isWhole || !credentials || !own || (isSentinel && !name)) return undefined
  const isTls = scheme.startsWith('rediss')
  const common = {
    ...credentials,
    ...(isTls ? { tls: {} } : {}),
    ...(db ? { db: Number(db) } : {}),
  }
  if (!isSentinel) return query ? undefined : { kind: 'servers', servers: known, login: common }
  return {
    kind: 'sentinel',
    sentinels: known,
    name,
    login: { ...common, ...own, ...(isTls ? { enableTLSForSentinelMode: true } : {}) },
  }
}

export const redisAddressOf = (url: string): RedisAddress => {
  const address = parseRedisAddress(url)
  if (!address) throw new Error('REDIS_URL is no address of a Redis')
  return address
}

/** Omits the login. */
export const shownServers = (address: RedisAddress): string => {
  const servers = address.kind === 'sentinel' ? address.sentinels : address.servers
  const list = servers.map(({ host, port }) => `${host}:${port}`).join(', ')
  return address.kind === 'sentinel' ? `the sentinels ${list} ("${address.name}")` : list
}

const serverOf = (text: string, fallback: number): Server | undefined => {
  const { host, port } = SERVER.exec(text)?.groups ?? {}
  const number = port === undefined ? fallback : Number(port)
  if (!host || number < 1 || number > 65_535) return undefined
  return { host: host.replace(/^\[|\]$/g, ''), port: number }
}

const loginOf = (login: string | undefined): RedisOptions | undefined => {
  if (!login) return {}
  const [, user = '', password] = /^([^:]*)(?::(.*))?$/s.exec(login) ?? []
  const [username, secret] = [decoded(user), decoded(password ?? '')]
  if (username === undefined || secret === undefined) return undefined
  return { ...(username ? { username } : {}), ...(secret ? { password: secret } : {}) }
}

const sentinelLogin = (query: string | undefined): RedisOptions | undefined => {
  const given = new URLSearchParams(query)
  const [username, password] = [given.get('sentinel_username'), given.get('sentinel_password')]
  given.delete('sentinel_username')
  given.delete('sentinel_password')
  if (given.size > 0) return undefined
  return {
    ...(username ? { sentinelUsername: username } : {}),
    ...(password ? { sentinelPassword: password } : {}),
  }
}

const decoded = (text: string): string | undefined => orUndefined(() => decodeURIComponent(text))
