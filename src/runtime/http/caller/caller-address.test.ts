import { describe, expect, it } from 'vitest'
import { isFromThisMachine } from '../../net/from-this-machine.ts'
import { callerOfRequest, listedAddresses, readAddress } from './caller-address.ts'

it.each([
  ['203.0.113.7', '203.0.113.7'],
  [' 203.0.113.7:50001 ', '203.0.113.7'],
  ['"203.0.113.7:50001"', '203.0.113.7'],
  ['2001:db8::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:50001', '2001:db8::1'],
  ['"[2001:db8::1]:50001"', '2001:db8::1'],
  ['2001:db8:0:0:0:0:0:1:50001', '2001:db8:0:0:0:0:0:1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:CB00:7107', '203.0.113.7'],
  ...[
    'unknown',
    '_hidden',
    '',
    'unix:',
    '203.0.113',
    '203.0.113.7:port',
    '[203.0.113.7',
    'a.b:1',
  ].map((text): [string, undefined] => [text, undefined]),
])('the hop %j parses as address %s', (hop, address) => {
  expect(readAddress(hop)).toBe(address)
})

describe('the caller of a proxied request', () => {
  const isOurs = listedAddresses(['10.0.0.0/8', '::1', '::ffff:192.0.2.1'])
  const from = (remoteAddress: string, forwarded?: string) =>
    callerOfRequest(
      { socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } } as never,
      isOurs,
    )

  it.each<[string, string | undefined, string]>([
    ['203.0.113.7', undefined, '203.0.113.7'],
    ['203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['10.0.0.4', undefined, '10.0.0.4'],
    ['10.0.0.4', '198.51.100.1', '198.51.100.1'],
    ['::ffff:10.0.0.4', '6.6.6.6, 198.51.100.1', '198.51.100.1'],
    ['10.0.0.4', '198.51.100.1, 10.0.0.9', '198.51.100.1'],
    ['10.0.0.4', '6.6.6.6, 198.51.100.1:50001, 10.0.0.9:443', '198.51.100.1'],
    ['10.0.0.4', '6.6.6.6, "[2001:db8::1]:50001", [::ffff:10.0.0.9]:443', '2001:db8::1'],
    ['192.0.2.1', '2001:db8::1', '2001:db8::1'],
    ['10.0.0.4', '10.0.0.7, 10.0.0.9', '10.0.0.7'],
  ])(
    'the caller is the address that our outermost proxy saw: from %s for %s, it is %s',
    (socket, forwarded, caller) => {
      expect(from(socket, forwarded)).toBe(caller)
    },
  )

  it.each([
    ['unknown', '10.0.0.4'],
    ['6.6.6.6, _hidden', '10.0.0.4'],
    ['6.6.6.6, ', '10.0.0.4'],
    ['6.6.6.6, unknown, 10.0.0.9', '10.0.0.9'],
  ])(
    'if %j hides the caller, the nearest readable hop counts, never one that may be forged',
    (forwarded, caller) => {
      expect(from('10.0.0.4', forwarded)).toBe(caller)
    },
  )
})

describe('requests of this machine', () => {
  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '127.8.9.1'])(
    'a request from %s is local',
    (address) => {
      expect(isFromThisMachine(address, { host: 'localhost' })).toBe(true)
    },
  )

  it.each([
    { 'x-forwarded-for': '' },
    { 'x-forwarded-for': '127.0.0.1:50001' },
    { 'x-forwarded-host': 'pay.example' },
    { forwarded: 'for="[::1]:50001"' },
    { via: '1.1 proxy' },
    { 'x-real-ip': '127.0.0.1' },
    { 'sec-fetch-site': 'cross-site' },
  ])('a request with a trace of a proxy or another site is not local: %j', (headers) => {
    expect(isFromThisMachine('127.0.0.1', headers)).toBe(false)
  })
})
