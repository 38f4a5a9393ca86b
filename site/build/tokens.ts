import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tokensOf } from '../../src/http/documents/design-tokens.ts'

/** The dashboard's tokens: the shared design, then its own colours. */
export const readTokens = (root: string): string =>
  ['src/runtime/http/assets/design.css', 'dashboard/app/styles/colors.css']
    .map((file) => tokensOf(readFileSync(join(root, file), 'utf8')))
    .join('\n')
