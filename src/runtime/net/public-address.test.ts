import { describe, expect, it } from 'vitest'
import { isPublicAddress, lookUpPublicly, NOT_PUBLIC_CODE } from './public-address.ts'

describe('addresses that may be called', () => {
  it.each(['1.1.1.1', '93.184.216.34', '172.32.0.1', '192.169.0.1', '2606:4700:4700::1111'])(
    'isPublicAddress accepts %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  it.each([
    '127.0.0.1',
    '127.8.9.10',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fd12:3456::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    'localhost',
    '',
  ])('isPublicAddress refuses "%s"', (address) => expect(isPublicAddress(address)).toBe(false))

  it.each([true, false])(
    'lookUpPublicly refuses a name that resolves to this machine (all: %s)',
    async (all) => {
      const error = await new Promise((resolve) => lookUpPublicly('localhost', { all }, resolve))
      expect(error).toMatchObject({ code: NOT_PUBLIC_CODE })
    },
  )

  it('lookUpPublicly passes on the DNS error of an unknown name', async () => {
    const error = await new Promise((resolve) => lookUpPublicly('shop.invalid', {}, resolve))
    expect(error).toMatchObject({ code: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/) })
  })
})
