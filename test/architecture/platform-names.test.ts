import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { platforms } from '../../adapters/registry.ts'

it('the core names no platform', () => {
  const names = new RegExp(platforms.map(({ name }) => name).join('|'), 'i')
  const naming = [...globSync('src/**/*.ts'), ...globSync('config/**/*.ts')]
    .filter((path) => !path.endsWith('.test.ts'))
    .filter((path) => names.test(path) || names.test(readFileSync(path, 'utf8')))
  expect(naming).toEqual([])
})

it('only process entry points import the platform registry', () => {
  const knowing = globSync('src/**/*.ts').filter((path) =>
    readFileSync(path, 'utf8').includes("adapters/registry.ts'"),
  )
  for (const path of knowing) expect(path).toMatch(/^src\/(main|cli\/[\w/-]+|.*\.test)\.ts$/)
})

it('each platform has a unique name, a settings prefix and tables with its name', () => {
  const taken = platforms.map(({ name }) => name)
  expect(new Set(taken).size).toBe(taken.length)
  for (const { name, settings, tables } of platforms) {
    for (const setting of Object.keys(settings?.shape ?? {})) {
      expect(setting.startsWith(settings?.prefix ?? '')).toBe(true)
    }
    for (const [, table] of tables?.schema.matchAll(/CREATE TABLE (\w+)/g) ?? []) {
      expect(table?.startsWith(`${name}_`)).toBe(true)
    }
  }
})
