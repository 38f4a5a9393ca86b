/**
 * A libpq address, possibly with several hosts and one primary:
 * `postgres://user:password@a:5432,b:5432/puente?target_session_attrs=read-write`.
 */
const PARTS = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#@]*)(.*)$/s
const TARGET = 'target_session_attrs'

/** Puente needs the primary; libpq's default, `any`, means the same here. */
const TARGETS = ['read-write', 'primary', 'any']

/** Returns one address per host, without parts that node-postgres lacks. */
export const addressesOf = (url: string): string[] => {
  const [, scheme = '', user = '', hosts = '', rest = ''] = PARTS.exec(url) ?? []
  if (!scheme) return [url]
  return hosts.split(',').map((host) => withoutTarget(`${scheme}${user}${host}${rest}`))
}

/** Returns why an address is invalid, if so. */
export const addressProblem = (url: string): string | undefined => {
  const addresses = addressesOf(url)
  const isReadable = (address: string): boolean =>
    URL.canParse(address) && (addresses.length === 1 || new URL(address).hostname !== '')
  if (!PARTS.test(url) || !addresses.every(isReadable)) {
    return 'expected postgres://user:password@host:5432/database, or several hosts: host:5432,other:5432'
  }
  const target = /[?&]target_session_attrs=([^&#]*)/.exec(url)?.[1]
  return target === undefined || TARGETS.includes(target)
    ? undefined
    : `${TARGET} has to be read-write: Puente works on the primary`
}

/** Renders host and database, without the login. */
export const addressInWords = (url: string): string => {
  const addresses = addressesOf(url).map((address) => new URL(address))
  return `${addresses.map(({ host }) => host).join(',')}${addresses[0]?.pathname ?? ''}`
}

export const withDatabase = (url: string, name: string): string => {
  const [, scheme = '', user = '', hosts = '', rest = ''] = PARTS.exec(url) ?? []
  return `${scheme}${user}${hosts}/${name}${/[?#].*$/s.exec(rest)?.[0] ?? ''}`
}

const withoutTarget = (address: string): string => {
  if (!address.includes(`${TARGET}=`) || !URL.canParse(address)) return address
  const url = new URL(address)
  url.searchParams.delete(TARGET)
  return url.href
}
