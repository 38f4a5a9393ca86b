import assert from 'node:assert/strict'
import { z } from 'zod'
import type { Engine } from './engine.ts'

/** Upper bound on the sum of all files. */
const MAX_BYTES = 250_000_000

const sbom = z.object({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(
    z.object({
      name: z.string(),
      group: z.string().optional(),
      version: z.string(),
      purl: z.string().optional(),
    }),
  ),
})

const healthCheck = z.object({ Test: z.array(z.string()) }).optional()

const inspected = z.array(
  z.object({
    Config: z.object({
      Labels: z.record(z.string(), z.string()),
      User: z.string(),
      Healthcheck: healthCheck,
    }),
    /** Where Podman has it. */
    Healthcheck: healthCheck,
  }),
)

/** Prints the purl of each npm package in the image. */
const INSTALLED = `
  const { globSync, readFileSync } = require('node:fs')
  for (const file of globSync('node_modules/**/package.json')) {
    if (!/node_modules\\/(@[^/]+\\/)?[^/]+\\/package.json$/.test(file)) continue
    const { name, version } = JSON.parse(readFileSync(file, 'utf8'))
    if (name && version) console.log('pkg:npm/' + name.replace('@', '%40') + '@' + encodeURIComponent(version))
  }`

const sizeOf = async (engine: Engine, image: string): Promise<number> =>
  // Engines count differently: compressed, or with their own metadata.
  Number.parseInt(await engine.read('run', '--rm', '--user=0', image, 'du', '-sxb', '/'), 10)

/** Compares the bill of materials with what the image has. Returns the number of parts. */
const checkSbom = async (
  read: Engine['read'],
  { image, path }: { image: string; path: string },
) => {
  const run = (...command: readonly string[]) => read('run', '--rm', image, ...command)
  const { components } = sbom.parse(JSON.parse(await run('cat', path)))
  const listed = (type: string): string[] =>
    components.flatMap(({ purl }) => (purl?.startsWith(`pkg:${type}/`) ? purl : []))
  const installed = await run('node', '-e', INSTALLED)
  const unique = (purls: readonly string[]) => [...new Set(purls)].toSorted()
  assert.deepEqual(unique(listed('npm')), unique(installed.split('\n')))

  const status = await run('cat', '/var/lib/dpkg/status')
  const packages = [...status.matchAll(/^Package: (.+)$/gm)].map(([, name]) => name)
  const debian = components.filter(({ purl }) => purl?.startsWith('pkg:deb/'))
  assert.deepEqual(debian.map(({ name }) => name).toSorted(), packages.toSorted())

  const version = (await run('node', '--version')).slice(1)
  assert.deepEqual(listed('generic'), [`pkg:generic/node@${version}`])
  return components.length
}

/** Returns the command of the health check. */
export const checkContents = async (
  engine: Engine,
  { image, labels, say }: { image: string; labels: Record<string, string>; say(t: string): void },
): Promise<readonly string[]> => {
  const bytes = await sizeOf(engine, image)
  assert.ok(bytes < MAX_BYTES, `the image has ${bytes} bytes; at most ${MAX_BYTES}`)
  say(`the image has ${Math.round(bytes / 1e6)} MB`)

  const [described] = inspected.parse(JSON.parse(await engine.read('image', 'inspect', image)))
  assert.ok(described)
  const { Config: config, Healthcheck } = described
  for (const [name, value] of Object.entries(labels)) assert.equal(config.Labels[name], value, name)
  assert.equal(config.User, 'node')
  say(`it has ${Object.keys(config.Labels).length} labels, and its user is not root`)

  await engine.read('run', '--rm', image, 'touch', '/tmp/file', '/puente/.data/file')
  say('without a read-only file system, it can write to /tmp and .data')

  const path = config.Labels['puente.sbom'] ?? assert.fail('no label puente.sbom')
  say(`its bill of materials names all ${await checkSbom(engine.read, { image, path })} parts`)
  const { Test: command } = config.Healthcheck ?? Healthcheck ?? assert.fail('no health check')
  return command
}
