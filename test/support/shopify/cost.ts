import {
  type DocumentNode,
  type FieldNode,
  Kind,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql'

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
  const passedMs = Math.max(0, now - bucket.at)
  const restored = bucket.available + (passedMs / 1_000) * bucket.restoreRate
  bucket.available = Math.min(bucket.maximum, restored)
  bucket.at = now
}

/** How much dearer a list of so many makes what it holds. */
type ListPrice = (size: number) => number

/** What Shopify asks for is near to this: a list costs less than all that it may hold. */
export const costOf = (document: DocumentNode, variables: Record<string, unknown>): number =>
  priceOf(document, variables, (size) => Math.log2(size + 1))

/**
 * More than Shopify can ask for: each object that could come is a point. How lists are priced is not
 * said anywhere, and what costs more than it may is refused as long as it is asked for.
 */
export const mostCostOf = (document: DocumentNode, variables: Record<string, unknown>): number =>
  priceOf(document, variables, (size) => size)

/** Each object is a point and a mutation ten. */
const priceOf = (
  document: DocumentNode,
  variables: Record<string, unknown>,
  listPrice: ListPrice,
): number => {
  const fragments = new Map(
    document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one.selectionSet] as const] : [],
    ),
  )
  const ofField = (field: FieldNode, set: SelectionSetNode): number => {
    const size = sizeOf(field, variables)
    const each = ofSelections(set)
    return size === undefined ? 1 + each : 1 + Math.ceil((1 + each) * listPrice(size))
  }
  const ofSelections = (set: SelectionSetNode): number =>
    set.selections.reduce((sum, selection) => {
      if (selection.kind === Kind.INLINE_FRAGMENT) return sum + ofSelections(selection.selectionSet)
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(selection.name.value)
        return sum + (fragment ? ofSelections(fragment) : 0)
      }
      return selection.selectionSet ? sum + ofField(selection, selection.selectionSet) : sum
    }, 0)
  const [operation] = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION)
  if (!operation) return 0
  return ofSelections(operation.selectionSet) + (operation.operation === 'mutation' ? 10 : 0)
}

/** How many objects a field may answer with, by `first` or by the ids that it is given. */
const sizeOf = (field: FieldNode, variables: Record<string, unknown>): number | undefined => {
  const given = (name: string): unknown => {
    const value = field.arguments?.find((one) => one.name.value === name)?.value
    return value && valueFromASTUntyped(value, variables)
  }
  const [first, ids] = [given('first'), given('ids')]
  return Array.isArray(ids) ? ids.length : first === undefined ? undefined : Number(first)
}
