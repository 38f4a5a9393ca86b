import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../../src/runtime/failure.ts'
import type { Engine } from './engine.ts'

const ROOT = join(import.meta.dirname, '../..')

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()

/** From `SOURCE_DATE_EPOCH`, else the commit's time, so that two builds of a commit agree. */
const createdAt = (): string => {
  const seconds = Number(process.env.SOURCE_DATE_EPOCH || git('log', '-1', '--format=%ct'))
  if (!Number.isSafeInteger(seconds)) throw new UserError('SOURCE_DATE_EPOCH: must be seconds.')
  return new Date(seconds * 1_000).toISOString()
}

/** Labels that only the builder knows. `IMAGE_SOURCE` is the repository's web address. */
const labelsOf = (revision: string): Record<string, string> => {
  const source = process.env.IMAGE_SOURCE
  return {
    'org.opencontainers.image.created': createdAt(),
    ...(source && {
      'org.opencontainers.image.source': source,
      'org.opencontainers.image.documentation': `${source}/blob/${revision}/docs/README.md`,
    }),
  }
}

/**
 * Builds the image of this checkout. `NODE_IMAGE` is another base image, `IMAGE_BUILD_OPTIONS` more
 * options of the engine. Returns the labels that the image must have.
 */
export const buildImage = async (engine: Engine, tag: string): Promise<Record<string, string>> => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const revision = git('rev-parse', 'HEAD')
  const { NODE_IMAGE, IMAGE_BUILD_OPTIONS = '' } = process.env
  const labels = labelsOf(revision)
  const built = await engine.run(
    [
      'build',
      ...['--tag', tag, '--build-arg', `VERSION=${version}`, '--build-arg', `REVISION=${revision}`],
      ...(NODE_IMAGE ? ['--build-arg', `NODE_IMAGE=${NODE_IMAGE}`] : []),
      ...Object.entries(labels).flatMap(([name, value]) => ['--label', `${name}=${value}`]),
      // Podman's own format has no health check.
      ...(engine.name === 'podman' ? ['--format', 'docker'] : []),
      ...IMAGE_BUILD_OPTIONS.split(' ').filter((option) => option !== ''),
      ROOT,
    ],
    { isShown: true },
  )
  if (built.code !== 0) throw new UserError(`${engine.name} build failed.`)
  return {
    'org.opencontainers.image.title': 'Puente',
    'org.opencontainers.image.licenses': 'MIT',
    'org.opencontainers.image.version': version,
    'org.opencontainers.image.revision': revision,
    'puente.sbom': '/puente/sbom.cdx.json',
    ...labels,
  }
}
