import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Slowest first: a slow file that starts last runs alone at the end. */
const LONG = [
  'test/contract/section-6-5-timeout',
  'test/cli/ended-early',
  'test/properties/money/',
  'test/browser/',
  'test/chaos/',
  'src/runtime/',
  'test/properties/',
]

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = LONG.findIndex((path) => moduleId.includes(`/${path}`))
  return rank < 0 ? LONG.length : rank
}

/** A fresh clone has no cached durations, and file size does not predict them. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}
