import { describe, expect, it } from 'vitest'
import { isKeepable, keepable, parseKeepableJson } from './keepable.ts'

describe('a text of somebody else', () => {
  it.each([
    ['with a NUL', 'a\0b', 'a\ufffdb'],
    ['with half a pair', 'a\ud800b', 'a\ufffdb'],
    ['with the other half', '\udc00', '\ufffd'],
  ])('%s is kept with a sign for it', (_, text, kept) => {
    expect([isKeepable(text), keepable(text)]).toEqual([false, kept])
    expect(isKeepable(kept)).toBe(true)
  })

  it('that is in order stays as it is', () => {
    for (const text of ['', 'Pago de Ñandú 😀', '\\u0000', '\n']) {
      expect([isKeepable(text), keepable(text)]).toEqual([true, text])
    }
  })

  it('is found wherever it is in a JSON, in names of fields as well', () => {
    const json = '{"a\\u0000":[{"b":"\\uD800"},1,true,null,"\\ud83d\\ude00"],"__proto__":"\\u0000"}'
    const read = parseKeepableJson(json)
    expect(JSON.stringify(read)).toBe(
      '{"a\ufffd":[{"b":"\ufffd"},1,true,null,"😀"],"__proto__":"\ufffd"}',
    )
  })

  it('that only writes of such signs is not changed', () => {
    expect(parseKeepableJson('["\\\\u0000"]')).toEqual(['\\u0000'])
  })
})
