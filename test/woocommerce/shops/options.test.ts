import { describe, expect, it } from 'vitest'
import { parseMatrixOptions } from './options.ts'

const FOLDERS = ['--wordpress', '/wp', '--woocommerce', '/wc/11.0.1']

describe('the options of the WooCommerce matrix', () => {
  it('each release runs with both storages by default', () => {
    expect(parseMatrixOptions([...FOLDERS, '--woocommerce', '/wc/8.9.3'])).toMatchObject({
      wordpress: '/wp',
      woocommerce: ['/wc/11.0.1', '/wc/8.9.3'],
      storages: ['tables', 'posts'],
      only: [],
    })
  })

  it('a kept shop has one storage: HPOS tables if none is named', () => {
    expect(parseMatrixOptions([...FOLDERS, '--keep'])?.storages).toEqual(['tables'])
    const posts = [...FOLDERS, '--keep', '--storage', 'posts']
    expect(parseMatrixOptions(posts)?.storages).toEqual(['posts'])
  })

  it('one --only takes several files, as a shell expands a pattern', () => {
    const given = [...FOLDERS, '--only', 'a.test.ts', 'b.test.ts', '--only', 'c.test.ts']
    expect(parseMatrixOptions(given)?.only.toSorted()).toEqual([
      'a.test.ts',
      'b.test.ts',
      'c.test.ts',
    ])
  })

  it('--help asks for nothing else', () => {
    expect(parseMatrixOptions(['--help'])).toBeUndefined()
  })

  it.each([
    { given: [], sentence: /WordPress release with --wordpress/ },
    { given: ['--wordpress', '/wp'], sentence: /WooCommerce release with --woocommerce/ },
    { given: [...FOLDERS, '--storage', 'files'], sentence: /tables, posts or both, not "files"/ },
    { given: [...FOLDERS, '--subscriptions', '/x/subs'], sentence: /must be named/ },
    { given: [...FOLDERS, '--woocommerce', '/b', '--keep'], sentence: /starts one shop/ },
    { given: [...FOLDERS, '--only', 'a', '--write-docs'], sentence: /needs a whole run/ },
    { given: [...FOLDERS, '--keep', '--resume'], sentence: /continues a whole run/ },
    { given: [...FOLDERS, 'stray'], sentence: /"stray" belongs to no option/ },
    { given: [...FOLDERS, '--wrong'], sentence: /'--wrong'/ },
  ])('wrong options get one sentence: $given', ({ given, sentence }) => {
    expect(() => parseMatrixOptions(given)).toThrow(sentence)
  })

  it('a folder of subscriptions may end with a slash', () => {
    const given = [...FOLDERS, '--subscriptions', '/subs/woocommerce-subscriptions-core/']
    expect(parseMatrixOptions(given)?.subscriptions).toContain('/subs/')
  })
})
