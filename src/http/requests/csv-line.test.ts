import { describe, expect, it } from 'vitest'
import { csvLine } from './csv-line.ts'

describe('a CSV line', () => {
  it.each([
    [['a', 1, null], 'a,1,\r\n'],
    [['a,b', 'say "no"', 'two\nlines'], '"a,b","say ""no""","two\nlines"\r\n'],
    [['-12.50', '-1+2'], "-12.50,'-1+2\r\n"],
    [['=HYPERLINK("x")', '@sum', '+1'], '"\'=HYPERLINK(""x"")",\'@sum,\'+1\r\n'],
    [['Ana;=1+1', 'a\n=1', 'a\t@b;c'], "Ana;'=1+1,\"a\n'=1\",a\t'@b;c\r\n"],
    [['＝1+1', 'a;＠b', '１'], "'＝1+1,a;'＠b,１\r\n"],
  ])('%o: a cell that a spreadsheet would run as a formula stays text', (cells, line) => {
    expect(csvLine(cells)).toBe(line)
  })
})
