import { describe, expect, it } from 'vitest'
import { withoutToken } from '../logged-url.ts'
import { csvLine } from './csv.ts'

describe('a line of a table', () => {
  it.each([
    [['a', 1, null], 'a,1,\r\n'],
    [['a,b', 'say "no"', 'two\nlines'], '"a,b","say ""no""","two\nlines"\r\n'],
    [['-12.50', '-1+2'], "-12.50,'-1+2\r\n"],
    [['=HYPERLINK("x")', '@sum', '+1'], '"\'=HYPERLINK(""x"")",\'@sum,\'+1\r\n'],
  ])('%o: what a spreadsheet would run stays a text', (cells, line) => {
    expect(csvLine(cells)).toBe(line)
  })
})

describe('the log', () => {
  it.each([
    ['/reports/secret?lang=es', '/reports/[token]?lang=es'],
    ['/reports/secret/orders/ord_1', '/reports/[token]/orders/ord_1'],
    ['/reports/assets/report.css', '/reports/assets/report.css'],
    ['/pay/secret/return', '/pay/[token]/return'],
    ['/woocommerce/connections/secret/keys', '/woocommerce/connections/[token]/keys'],
  ])('shows %s as %s', (url, shown) => {
    expect(withoutToken(url)).toBe(shown)
  })
})
