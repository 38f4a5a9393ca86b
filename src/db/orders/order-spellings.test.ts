import { describe, expect, it } from 'vitest'
import { spellingsOf } from './order-spellings.ts'

describe('copied order numbers', () => {
  it.each([
    ...['7001', '#7001', '# 7001', 'N° 7001', 'Nº7001', 'N.º 7001', 'No. 7001', 'no 7001'],
    ...['№ 7001', 'Nro. 7001', 'Núm. 7001', 'Pedido #7001', 'Order No. 7001', 'pedido: 7001'],
    ...['"7001"', '«7001»', '(#7001)', '#7001.', '7001,', '[7001]', '“Pedido 7001”;'],
    ...[' 7001\n', '\u200b#7001\u200f', '\ufeff7001\u00a0', '70\u200b01', '７００１'],
  ])('spellingsOf finds the order number in %j', (typed) => {
    const spellings = spellingsOf(typed)
    expect(spellings).toContain('7001')
    expect(spellings).toContain('#7001')
  })
})

it('the typed spelling comes first, and a name without a number has no other', () => {
  expect(spellingsOf(' #7001 ')).toEqual(['#7001', '7001'])
  expect(spellingsOf('7001')).toEqual(['7001', '#7001'])
  expect(spellingsOf('N° 7001')).toEqual(['N° 7001', '7001', '#7001'])
  expect(spellingsOf('NORTE-7')[0]).toBe('NORTE-7')
  expect(spellingsOf('ana@example.com')).toContain('ana@example.com')
  expect(spellingsOf('<ana@example.com>')).toContain('ana@example.com')
  expect(spellingsOf('mailto:ana@example.com')).toContain('ana@example.com')
  expect(spellingsOf('\u200b \n')).toEqual([])
  expect(spellingsOf('()')).toEqual(['()'])
})
