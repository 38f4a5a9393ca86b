import { describe, expect, it } from 'vitest'
import { certificateCheck } from './proxies.ts'

const isChecked = certificateCheck({
  proxies: ['10.0.0.4', '192.168.7.0/24', 'fd00::/64'],
  header: 'X-Client-Verify',
})
const SAID = { 'x-client-verify': 'SUCCESS' }

describe('header of a verified certificate', () => {
  it.each(['10.0.0.4', '::ffff:10.0.0.4', '192.168.7.200', 'fd00::1'])(
    'the header from %s is accepted',
    (from) => {
      expect(isChecked(from, SAID)).toBe(true)
    },
  )

  it.each(['10.0.0.5', '192.168.8.1', 'fd01::1', '', undefined])(
    'the header from %s is refused',
    (from) => {
      expect(isChecked(from, SAID)).toBe(false)
    },
  )

  it.each(['NONE', 'FAILED:unable to verify', 'success', 'SUCCESS, SUCCESS', undefined])(
    'the header value %s is refused',
    (said) => {
      expect(isChecked('10.0.0.4', { 'x-client-verify': said })).toBe(false)
    },
  )
})
