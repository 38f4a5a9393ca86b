import { type DocumentNode, Kind, type SelectionSetNode } from 'graphql'

/** A leaky bucket of points, as each app has one at each shop. */
export interface Bucket {
  maximum: number
  restoreRate: number
  available: number
  /** When `available` was right, in milliseconds. */
  at: number
}

/** No single operation may cost more. */
export const MOST_COST = 1_000

export const fullBucket = ({ maximum = 2_000, restoreRate = 100 } = {}): Bucket => ({
  maximum,
  restoreRate,
  available: maximum,
  at: performance.now(),
})

/** What has come back into the bucket since it was looked at. */
export const restore = (bucket: Bucket): void => {
  const now = performance.now()
  const restored = bucket.available + ((now - bucket.at) / 1_000) * bucket.restoreRate
  bucket.available = Math.min(bucket.maximum, restored)
  bucket.at = now
}

/** Each object is a point and a mutation ten; a list costs less than all that it may hold. */
export const costOf = (document: DocumentNode, variables: Record<string, unknown>): number => {
  const fragments = new Map(
    document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one.selectionSet] as const] : [],
    ),
  )
  const ofSelections = (set: SelectionSetNode): number =>
    set.selections.reduce((sum, selection) => {
      if (selection.kind === Kind.INLINE_FRAGMENT) return sum + ofSelections(selection.selectionSet)
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(selection.name.value)
        return sum + (fragment ? ofSelections(fragment) : 0)
      }
      if (!selection.selectionSet) return sum
      const first = selection.arguments?.find(({ name }) => name.value === 'first')?.value
      const size =
        first?.kind === Kind.INT
          ? Number(first.value)
          : first?.kind === Kind.VARIABLE
            ? Number(variables[first.name.value])
            : 1
      return sum + 1 + Math.ceil(ofSelections(selection.selectionSet) * Math.log2(size + 1))
    }, 0)
  const [operation] = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION)
  if (!operation) return 0
  return ofSelections(operation.selectionSet) + (operation.operation === 'mutation' ? 10 : 0)
}
