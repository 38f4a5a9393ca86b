import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take long, the longest first. One that began last would be waited for alone. */
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

/** On a fresh clone nothing is known of how long a file takes, and its size does not tell. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}
