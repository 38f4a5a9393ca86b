import { describe, expect, it } from 'vitest'
import { readMailAddress } from './mail-address.ts'

describe('an e-mail address, as people type it', () => {
  it.each([
    ['ana@example.hn', 'ana@example.hn'],
    ['  Ana.Mejia@Example.HN ', 'Ana.Mejia@example.hn'],
    ['ana @ example.hn', 'ana@example.hn'],
    ['mailto:ana@example.hn?subject=Hola', 'ana@example.hn'],
    ['Ana Mejía <ana@example.hn>', 'ana@example.hn'],
    ['"ana@example.hn"', 'ana@example.hn'],
    ['(ana@example.hn).', 'ana@example.hn'],
    ['ana@example.hn;', 'ana@example.hn'],
    ['ana＠example．hn', 'ana@example.hn'],
    ['\u200bana@example.hn\u200f', 'ana@example.hn'],
    ['ana+recibos@example.hn', 'ana+recibos@example.hn'],
    ["o'brien@example.hn", "o'brien@example.hn"],
    ['josé@example.hn', 'josé@example.hn'],
    ['ana@panadería.hn', 'ana@xn--panadera-i2a.hn'],
  ])('%j is read as %s', (typed, address) => {
    expect(readMailAddress(typed)).toBe(address)
  })

  it.each([
    [''],
    ['ana'],
    ['ana@'],
    ['@example.hn'],
    ['ana@example'],
    ['ana@example,hn'],
    ['ana@exa mple.hn'],
    ['ana@ejemplo@example.hn'],
    ['ana@127.0.0.1'],
    ['ana@[127.0.0.1]'],
    ['.ana@example.hn'],
    ['ana..m@example.hn'],
    ['ana@-example.hn'],
    ['ana@example.hn, thief@evil.example'],
    ['ana@example.hn thief@evil.example'],
    ['ana@example.hn\r\nBcc: thief@evil.example'],
    ['ana@example.hn\r\nRCPT TO:<thief@evil.example>'],
    ['"a b"@example.hn'],
    [`${'a'.repeat(65)}@example.hn`],
    [`ana@${'a.'.repeat(130)}hn`],
  ])('%j is no address', (typed) => {
    expect(readMailAddress(typed)).toBeUndefined()
  })
})
