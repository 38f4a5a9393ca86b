/** Shopify's types speak of Preact, which this extension does without. */
declare namespace preact {
  type Key = string | number
  type Ref<T> = { current: T | null } | ((instance: T | null) => void) | null
  type ComponentChildren = unknown
}
