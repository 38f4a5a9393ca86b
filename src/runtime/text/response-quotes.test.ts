import { describe, expect, it } from 'vitest'
import { jsonBehindNotices } from './response-quotes.ts'

const NOTICE =
  '<br />\n<b>Warning</b>: Undefined array key "a" in <b>/shop/x.php</b> on line 12<br />\n'
const ORDER = '{"id":17,"note":"a } and \\" {","lines":[{"id":1}]}'
const read = (text: string) => jsonBehindNotices(text, JSON.parse)

describe('JSON with PHP notices around it', () => {
  it.each([
    ['before it', NOTICE + ORDER],
    ['after it', ORDER + NOTICE],
    ['on both sides', `\uFEFF${NOTICE}${ORDER}\n${NOTICE}`],
    ['as plain text after it', `${ORDER}\nDeprecated: Automatic conversion {x} in /shop/y.php`],
  ])('jsonBehindNotices parses JSON with notices %s', (_, text) => {
    expect(read(text)).toEqual(JSON.parse(ORDER))
  })

  it.each([
    ['that broke off', ORDER.slice(0, -1)],
    ['that broke off behind a notice', NOTICE + ORDER.slice(0, -2)],
    ['that broke off behind an object within', `${NOTICE}{"order":{"id":17}`],
    ['of a page without any', NOTICE],
  ])('jsonBehindNotices returns nothing for a text %s', (_, text) => {
    expect(read(text)).toBeUndefined()
  })
})
