import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

export interface NamedTest {
  file: string
  title: string
}

const TEST_NAMED = /`([^`]+\.test\.ts)` “([^”]+)”/g

/** Parses citations such as `file.test.ts` “title”. */
export const testsNamedIn = (cell: string): NamedTest[] =>
  [...cell.matchAll(TEST_NAMED)].map(([, file = '', title = '']) => ({ file, title }))

export const titlesIn = async (file: URL): Promise<string[]> => {
  const text = await readFile(fileURLToPath(file), 'utf8')
  const calls =
    /(describe(?:\.\w+)?(?:\(\w+\))?)?\(\s*(['"])((?:(?!\2)[^\n])+)\2,\s*(?:\{[^{}]*\},\s*)?(?:async\s*)?(?:\(|\w+ =>)/g
  return [...text.matchAll(calls)].flatMap(([, isGroup, , title = '']) => (isGroup ? [] : title))
}

export const missingTests = async (
  named: readonly NamedTest[],
  base: (file: string) => URL,
): Promise<NamedTest[]> => {
  const titles = new Map<string, string[]>()
  for (const { file } of named) {
    if (!titles.has(file)) titles.set(file, await titlesIn(base(file)))
  }
  return named.filter(({ file, title }) => !titles.get(file)?.includes(title))
}
