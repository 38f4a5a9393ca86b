import type { SchemaFile } from '../../../src/runtime/schema-file.ts'

/** Shopify's own tables. */
export const shopifySchema: SchemaFile = {
  name: '0002-shopify',
  file: new URL('./schema.sql', import.meta.url),
}
