import { Secret } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { hashOfRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { newSecret, stepOfCode, uriOf } from './totp.ts'

/** RFC 6238, appendix B: SHA-1, the last six of eight digits. */
const RFC = Secret.fromLatin1('12345678901234567890').base32

describe('codes of authenticator apps', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
  ])('the code of the standard at second %i is right', (second, code) => {
    expect(stepOfCode(RFC, code, new Date(second * 1_000))).toBe(Math.floor(second / 30))
  })

  it('a code is right for half a minute after its own, and then wrong', () => {
    expect(stepOfCode(RFC, '287082', new Date(89_000))).toBe(1)
    expect(stepOfCode(RFC, '287082', new Date(91_000))).toBeUndefined()
  })

  it('the address for apps names Puente and the e-mail', () => {
    expect(uriOf(newSecret(), 'ana@tienda.example')).toMatch(
      /^otpauth:\/\/totp\/Puente:ana%40tienda\.example\?issuer=Puente&secret=[A-Z2-7]{32}&/,
    )
  })
})

describe('recovery codes', () => {
  it('a person gets ten recovery codes without letters that look alike', () => {
    const codes = newRecoveryCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^([a-hjkmnp-z2-9]{4}-){3}[a-hjkmnp-z2-9]{4}$/)
  })

  it('a recovery code works in any case, with and without blanks and hyphens', () => {
    expect(hashOfRecoveryCode(' ABCD efgh-jkmn PQRS')).toBe(
      hashOfRecoveryCode('abcd-efgh-jkmn-pqrs'),
    )
  })
})
