import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { editionOf } from '../../src/runtime/schema/prepare-schema.ts'

/** SHA-256 of the schemas released with 0.2.0. */
const RELEASED = {
  'src/db/schema.sql': 'c7ca836c229c145e96178a0df4cb6dd99c7f2f79ec28520cd7e94db3a96476aa',
  'adapters/shopify/tables/schema.sql':
    '6190e4125f2a77a171789bbd0f557f88950a420fa047d328c0de9f1d4c3f9c55',
}

describe('schemas of databases in use', () => {
  it.for(Object.entries(RELEASED))(
    '%s stays as released, because changes go into migrations',
    ([file, edition]) => expect(editionOf(readFileSync(file, 'utf8'))).toBe(edition),
  )
})
