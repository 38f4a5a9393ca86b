import { readFileSync, writeFileSync } from 'node:fs'
import { openApiDocument } from '../src/http/api/merchant/openapi.ts'
import { merchantRoutes } from '../src/http/api/merchant/routes.ts'
import { type ApiDocument, breakingChanges } from './api-changes/compare-documents.ts'

/**
 * Fails when the merchant API breaks callers of the last release (docs/versioning.md). After a
 * release, `--write` stores its document.
 */
const RELEASED = new URL('../test/data/openapi/released.json', import.meta.url)

const textOf = (path: string | URL): string => readFileSync(path, 'utf8')

/** Texts for people may change at any time. */
const TEXTS = ['description', 'summary', 'example', 'examples', 'title', 'tags', 'info', 'servers']

const withoutTexts = (value: unknown, isFieldMap = false): unknown => {
  if (Array.isArray(value)) return value.map((each) => withoutTexts(each))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => isFieldMap || !TEXTS.includes(name))
      .map(([name, part]) => [name, withoutTexts(part, name === 'properties' && !isFieldMap)]),
  )
}

interface Released {
  commit: string
  /** Breaking changes that the changelog announces, each with the reason. */
  allowed: { change: string; why: string }[]
  document: ApiDocument
}

const [, commit] =
  /^Released .* as commit `([0-9a-f]+)`/m.exec(
    textOf(new URL('../CHANGELOG.md', import.meta.url)),
  ) ?? []
if (commit === undefined) throw new Error('CHANGELOG.md names no commit of a release.')

const today = withoutTexts(openApiDocument(merchantRoutes, 'https://puente.example')) as ApiDocument

if (process.argv.includes('--write')) {
  const released: Released = { commit, allowed: [], document: today }
  writeFileSync(RELEASED, `${JSON.stringify(released)}\n`)
} else {
  const released: Released = JSON.parse(textOf(RELEASED))
  const found = breakingChanges({ before: released.document, after: today })
  const allowed = released.allowed.map(({ change }) => change)
  const findings = [
    ...(released.commit === commit
      ? []
      : [
          `CHANGELOG.md names the release ${commit}, but ${released.commit} is stored: run "node checks/api-changes.ts --write" at that commit`,
        ]),
    ...found
      .filter((change) => !allowed.includes(change))
      .map((change) => `Breaks callers of the last release: ${change}`),
    ...allowed
      .filter((change) => !found.includes(change))
      .map((change) => `Announced, but not found: ${change}`),
  ]
  for (const finding of findings) process.stdout.write(`${finding}\n`)
  process.stdout.write(
    `breaking changes of the API: ${findings.length === 0 ? 'ok' : findings.length}\n`,
  )
  if (findings.length > 0) process.exitCode = 1
}
