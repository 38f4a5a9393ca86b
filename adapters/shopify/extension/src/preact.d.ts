/** Stubs Preact, which Shopify's types reference. */
declare namespace preact {
  type Key = string | number
  type Ref<T> = { current: T | null } | ((instance: T | null) => void) | null
  type ComponentChildren = unknown
}
