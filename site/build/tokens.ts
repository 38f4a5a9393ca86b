import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tokensOf } from '../../src/http/documents/design-tokens.ts'

/** The dashboard's tokens: the shared design, then its own colours. */
export const TOKEN_FILES = [
  'src/runtime/http/assets/design.css',
  'dashboard/app/styles/colors.css',
] as const

export const readTokens = (root: string): string =>
  TOKEN_FILES.map((file) => tokensOf(readFileSync(join(root, file), 'utf8'))).join('\n')
