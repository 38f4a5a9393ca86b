import {
  type DocumentNode,
  type FieldNode,
  Kind,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql'

/** Leaky bucket of cost points, per app and shop. */
export interface Bucket {
  maximum: number
  restoreRate: number
  available: number
  at: number
}

export const MAX_COST = 1_000

export const fullBucket = ({ maximum = 2_000, restoreRate = 100 } = {}): Bucket => ({
  maximum,
  restoreRate,
  available: maximum,
  at: performance.now(),
})

export const restore = (bucket: Bucket): void => {
  const now = performance.now()
  const passedMs = Math.max(0, now - bucket.at)
  const restored = bucket.available + (passedMs / 1_000) * bucket.restoreRate
  bucket.available = Math.min(bucket.maximum, restored)
  bucket.at = now
}

type ListPrice = (size: number) => number

/** Lists cost less than the sum of their items. */
export const costOf = (document: DocumentNode, variables: Record<string, unknown>): number =>
  priceOf(document, variables, (size) => Math.log2(size + 1))

/**
 * Upper bound on Shopify's cost: a point per possible list item. Shopify does not publish list
 * prices, and rejects a query above its limit on every retry.
 */
export const maxCostOf = (document: DocumentNode, variables: Record<string, unknown>): number =>
  priceOf(document, variables, (size) => size)

/** An object costs one point, a mutation ten. */
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

const sizeOf = (field: FieldNode, variables: Record<string, unknown>): number | undefined => {
  const given = (name: string): unknown => {
    const value = field.arguments?.find((one) => one.name.value === name)?.value
    return value && valueFromASTUntyped(value, variables)
  }
  const [first, ids] = [given('first'), given('ids')]
  return Array.isArray(ids) ? ids.length : first === undefined ? undefined : Number(first)
}
