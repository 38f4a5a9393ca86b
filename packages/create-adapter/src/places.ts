/** Places in a clone of Puente. */
export const EXAMPLE = 'test/adapters/example-platform'
export const EXAMPLE_TEST = 'test/adapters/example.test.ts'
export const EXAMPLE_SHOP = 'test/adapters/example-shop.ts'
export const REGISTRY = 'adapters/registry.ts'
export const SETTINGS = 'config/example.env'
/** Heading that ends the settings of platforms. */
export const AFTER_PLATFORMS = '\n# --- The payment gateway ---\n'
