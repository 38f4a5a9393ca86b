import { describe, expect, it } from 'vitest'
import { isStorable, parseStorableJson, toStorable } from './storable.ts'

describe('text from third parties', () => {
  it.each([
    ['with a NUL', 'a\0b', 'a\ufffdb'],
    ['with half a pair', 'a\ud800b', 'a\ufffdb'],
    ['with the other half', '\udc00', '\ufffd'],
  ])('keepable replaces the invalid character of a text %s', (_, text, kept) => {
    expect([isStorable(text), toStorable(text)]).toEqual([false, kept])
    expect(isStorable(kept)).toBe(true)
  })

  it('keepable leaves valid text unchanged', () => {
    for (const text of ['', 'Pago de Ñandú 😀', '\\u0000', '\n']) {
      expect([isStorable(text), toStorable(text)]).toEqual([true, text])
    }
  })

  it('parseKeepableJson replaces invalid characters anywhere in JSON, field names included', () => {
    const json = '{"a\\u0000":[{"b":"\\uD800"},1,true,null,"\\ud83d\\ude00"],"__proto__":"\\u0000"}'
    const read = parseStorableJson(json)
    expect(JSON.stringify(read)).toBe(
      '{"a\ufffd":[{"b":"\ufffd"},1,true,null,"😀"],"__proto__":"\ufffd"}',
    )
  })

  it('parseKeepableJson leaves an escaped backslash before u0000 unchanged', () => {
    expect(parseStorableJson('["\\\\u0000"]')).toEqual(['\\u0000'])
  })
})
