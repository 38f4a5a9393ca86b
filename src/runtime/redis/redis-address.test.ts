import { describe, expect, it } from 'vitest'
import { parseRedisAddress, redisAddressOf, shownServers } from './redis-address.ts'

describe('addresses of Redis', () => {
  it('the address of one server carries login, TLS and database', () => {
    expect(parseRedisAddress('rediss://shop:p%40ss@redis.example:6380/1')).toEqual({
      kind: 'servers',
      servers: [{ host: 'redis.example', port: 6380 }],
      login: { username: 'shop', password: 'p@ss', tls: {}, db: 1 },
    })
    expect(parseRedisAddress('redis://:secret@[::1]')).toEqual({
      kind: 'servers',
      servers: [{ host: '::1', port: 6379 }],
      login: { password: 'secret' },
    })
  })

  it('an address can name several servers or sentinels', () => {
    expect(parseRedisAddress('redis://a:1,b')).toMatchObject({
      servers: [
        { host: 'a', port: 1 },
        { host: 'b', port: 6379 },
      ],
    })
    expect(
      parseRedisAddress('redis+sentinel://:one@a,b:26380/shop/2?sentinel_password=two'),
    ).toEqual({
      kind: 'sentinel',
      sentinels: [
        { host: 'a', port: 26379 },
        { host: 'b', port: 26380 },
      ],
      name: 'shop',
      login: { password: 'one', db: 2, sentinelPassword: 'two' },
    })
  })

  it.each([
    'http://redis.example',
    'redis.example',
    'redis://',
    'redis://a,,b',
    'redis://a:99999',
    'redis://a/x',
    'redis://a/1/2',
    'redis://a?db=1',
    'redis+sentinel://a',
    'redis+sentinel://a/shop?what=1',
    'redis://%zz:x@a',
  ])('%s is no address of Redis', (text) => {
    expect(parseRedisAddress(text)).toBeUndefined()
  })

  it('shownServers hides the login', () => {
    const address = redisAddressOf('redis+sentinel://:one@a,b/shop?sentinel_password=two')
    expect(shownServers(address)).toBe('the sentinels a:26379, b:26379 ("shop")')
  })
})
