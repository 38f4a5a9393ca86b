import { expect, it } from 'vitest'
import { callerNetwork, neighbourhoodOf } from './caller-network.ts'

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['203.0.113.7:50001', '203.0.113.7'],
  ['[2001:db8:1:2::6]:50001', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  [undefined, 'unknown'],
  ['not an address', 'unknown'],
])('calls from %s count for %s', (address, network) => {
  expect(callerNetwork(address)).toBe(network)
})

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2::/64', '2001:db8:1:'],
  ['unknown', 'unknown'],
])('the neighbourhood of %s has the prefix %s', (network, beginning) => {
  expect(neighbourhoodOf(network)).toBe(beginning)
})
